import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckedPromise, OPTIONAL, PROMISES } from '@notas/host-contract'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'esbuild'
import { fillLogin, save, writeNew } from '../support/actions'
import { BASE, expect } from '../support/fixtures'
import { test as base } from '../support/folder'
import type { ServerProcess } from '../support/servers/process'
import { rebaseToDemo } from '../support/servers/rebase'
import { startStaticHost } from '../support/servers/static-host'

type Demo = ServerProcess & { context: BrowserContext; calls: string[] }

const USER = { email: 'carmen@correo.es', password: 'de prueba' }

const test = base.extend<{ openDemo: (basePath?: string) => Promise<Demo> }>({
  openDemo: async ({ browser, folder }, use) => {
    const stops: (() => Promise<unknown>)[] = []
    await use(async (basePath = BASE) => {
      const site = join(folder, `demo${stops.length}`)
      cpSync('out', site, { recursive: true })
      rebaseToDemo(site, basePath)
      const calls: string[] = []
      const server = await startStaticHost({
        folder: site,
        basePath,
        onRequest: (path) => path.includes('/api/') && calls.push(path),
      })
      const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'allow' })
      stops.push(() => context.close(), server.stop)
      return { ...server, context, calls }
    })
    for (const stop of stops) await stop()
  },
})

for (const basePath of ['', '/a/b'])
  test(`the host in a page under '${basePath}' keeps every promise, and no call leaves the page`, async ({
    openDemo,
  }) => {
    const demo = await openDemo(basePath)
    const page = await demo.context.newPage()
    await page.goto(`${basePath}/`)
    await page.evaluate(await contractScript())
    const results = await page.evaluate<CheckedPromise[]>('resultsOf(location.origin)')
    expect(results.filter(({ name }) => !name.startsWith('CORS'))).toEqual([
      { name: 'two accounts register and log in', is: 'holds' },
      ...Object.keys(PROMISES).map((name) => ({ name, is: 'holds' })),
      ...Object.keys(OPTIONAL).map((name) => ({ name, is: expect.stringMatching(/^(holds|not offered)$/) })),
    ])
    expect(demo.calls).toEqual([])
  })

async function contractScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['e2e/support/contract-results.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'contract',
  })
  return `${outputFiles[0]?.text};globalThis.resultsOf = contract.resultsOf`
}

test('all that a demo stores begins with demo-, and what a real Notas has stored stays', async ({
  openDemo,
}) => {
  const demo = await openDemo()
  const page = await demo.context.newPage()
  const own = ['token', 'user']
  await page.route('**/real', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Otra</title>' }),
  )
  await page.goto('/real')
  await page.evaluate(async () => {
    localStorage.setItem('token', 'real')
    localStorage.setItem('user', '["real","ana@correo.es"]')
    await (await caches.open('notas-shared')).put('/real', new Response('real'))
    await new Promise((resolve) => {
      indexedDB.open('notas', 2).onsuccess = resolve
    })
  })
  await register(page)
  await expect(page.getByText('Te damos la bienvenida')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto('/real')
  const stored = await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    shared: await (await (await caches.open('notas-shared')).match('/real'))?.text(),
  }))
  expect(stored.shared).toBe('real')
  const others = (names: unknown[]) => names.filter((name) => !String(name).startsWith('demo-'))
  expect(others(stored.local.map(([name]) => name)).toSorted()).toEqual(own)
  expect(Object.fromEntries(stored.local)).toMatchObject({ token: 'real', user: '["real","ana@correo.es"]' })
  expect(stored.caches).toContainEqual(expect.stringMatching(/^demo-notas:/))
  expect(others(stored.caches)).toEqual(['notas-shared'])
  expect(stored.databases.toSorted()).toEqual(['demo-host', 'demo-notas', 'notas'])
})

test('a visitor registers, finds ten sample notes, writes one offline, and erases all with the strip', async ({
  openDemo,
}) => {
  const demo = await openDemo()
  const page = await demo.context.newPage()
  await register(page)
  await expect(page.getByText('Te damos la bienvenida')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await demo.context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await writeNew(page, { title: 'En el tren', content: 'Sin conexión.' })
  await save(page)
  await expect(page.getByRole('listitem')).toHaveCount(11)
  expect(demo.calls).toEqual([])

  await page.setViewportSize({ width: 820, height: 700 })
  expect((await page.locator('demo-strip').boundingBox())?.height).toBeLessThan(40)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(820)
  page.on('dialog', (dialog) => dialog.accept())
  await page.getByText('Borrar todo').click()
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
})

async function register(page: Page): Promise<void> {
  await page.goto(`${BASE}/register`)
  await page.getByLabel('Username').fill('Carmen')
  await fillLogin(page, USER)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await fillLogin(page, USER)
  await page.getByRole('button', { name: 'Log in' }).click()
}
