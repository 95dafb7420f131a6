import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, mergeTests, type Page } from '@playwright/test'
import {
  expectCards,
  fillLogin,
  fillRegistration,
  pressSignOut,
  save,
  signIn,
  writeNew,
} from '../support/actions'
import { listTitles } from '../support/api-client'
import { installServiceWorker, readAllStorage } from '../support/browser-storage'
import { NAMED_HOST } from '../support/engines/engine'
import { BASE, test as base, expect } from '../support/fixtures'
import { test as folderTest } from '../support/folder'
import type { ServerProcess } from '../support/servers/process'
import { rebaseToDemo } from '../support/servers/rebase'
import { startStaticHost } from '../support/servers/static-host'
import { expectSharedOwner } from '../support/shared'

type Demo = ServerProcess & { context: BrowserContext; calls: string[] }

const USER = { email: 'carmen@correo.es', password: 'de prueba' }

const test = mergeTests(base, folderTest).extend<{ openDemo: () => Promise<Demo> }>({
  openDemo: async ({ browser, folder, atEnd }, use) =>
    use(async () => {
      const site = join(folder, 'demo')
      cpSync('out', site, { recursive: true })
      rebaseToDemo(site, BASE)
      const calls: string[] = []
      const server = await startStaticHost({
        folder: site,
        basePath: BASE,
        onRequest: (path) => path.includes('/api/') && calls.push(path),
      })
      atEnd(server.stop)
      const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'allow' })
      atEnd(() => context.close())
      return { ...server, context, calls }
    }),
})

test('a real Notas and a demo below it, on one origin, keep apart: sessions, notes, caches, sign-outs, erasing', async ({
  browser,
  folder,
  host,
  user,
  atEnd,
}) => {
  const site = join(folder, 'site')
  cpSync('out', site, { recursive: true })
  cpSync('out', join(site, 'demo'), { recursive: true })
  rebaseToDemo(join(site, 'demo'), `${BASE}/demo`)
  const server = await startStaticHost({ folder: site, basePath: BASE, apiOrigin: host.origin })
  atEnd(server.stop)
  const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'allow' })
  atEnd(() => context.close())
  const [real, demo] = [await context.newPage(), await context.newPage()]
  demo.on('dialog', (dialog) => dialog.accept())

  await user.addNote('Plantas')
  await signIn(real, user)
  await expectCards(real, ['Plantas'])
  await installServiceWorker(real)
  await expectSharedOwner(real, user.email)
  const ofReal = await storedNames(real)
  expect(ofReal).toContain('token')

  await register(demo, `${BASE}/demo`)
  await expect(demo.getByText('Te damos la bienvenida')).toBeVisible()
  await installServiceWorker(demo)
  await writeNew(demo, { title: 'De prueba' })
  await save(demo)
  await expect(demo.getByRole('listitem')).toHaveCount(11)
  const all = await storedNames(real)
  expect(all.filter((name) => !name.startsWith('demo-'))).toEqual(ofReal)
  expect(all).toEqual(expect.arrayContaining(['demo-host', 'demo-notas', 'demo-token']))
  expect(all).toContainEqual(expect.stringMatching(/^demo-notas:/))
  expect(await listTitles(user)).toEqual(['Plantas'])

  await context.setOffline(true)
  for (const [page, title] of [
    [real, 'Plantas'],
    [demo, 'De prueba'],
  ] as const) {
    await page.reload()
    await expect(page.getByText(title)).toBeVisible()
  }
  await context.setOffline(false)

  await demo.getByRole('button', { name: 'Borrar todo' }).click()
  await expect(demo.getByRole('button', { name: 'Log in' })).toBeVisible()
  await real.reload()
  await expectCards(real, ['Plantas'])
  await register(demo, `${BASE}/demo`)
  await expect(demo.getByRole('listitem')).toHaveCount(10)
  await pressSignOut(real)
  await demo.reload()
  await expect(demo.getByRole('listitem')).toHaveCount(10)
})

/** Names of all that the origin has stored, in a page of the real Notas. */
function storedNames(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await caches.keys()),
      ...(await indexedDB.databases()).map(({ name }) => String(name)),
    ].sort(),
  )
}

test('a visitor registers, finds ten sample notes, writes one offline, and erases all with the strip', async ({
  openDemo,
}) => {
  const demo = await openDemo()
  const page = await demo.context.newPage()
  await register(page)
  await expect(page.getByText('Te damos la bienvenida')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await reloadWithoutWorker(page)
  await expect(page.getByRole('listitem')).toHaveCount(10)
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
  await page.getByRole('button', { name: 'Borrar todo' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('a password is stored as PBKDF2, and on plain http not at all, where any is right; an unknown email never is', async ({
  browser,
  openDemo,
  atEnd,
}) => {
  const demo = await openDemo()
  const plain = await browser.newContext({
    baseURL: `http://${NAMED_HOST}`,
    proxy: { server: demo.origin },
  })
  atEnd(() => plain.close())
  for (const context of [demo.context, plain]) {
    const page = await context.newPage()
    await register(page)
    await expect(page.getByRole('listitem')).toHaveCount(10)
    const stored = await readAllStorage(page)
    expect(stored).not.toContain(USER.password)
    const isPlain = context === plain
    expect(stored).toMatch(isPlain ? /"hash":""/ : /"hash":"\d+(,\d+){31}"/)

    await pressSignOut(page)
    await fillLogin(page, { ...USER, email: 'otra@correo.es' })
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Correo o contraseña incorrectos.')).toBeVisible()
    await page.reload()
    await fillLogin(page, { ...USER, password: 'equivocada' })
    await page.getByRole('button', { name: 'Log in' }).click()
    if (isPlain) await expect(page.getByRole('listitem')).toHaveCount(10)
    else await expect(page.getByText('Correo o contraseña incorrectos.')).toBeVisible()
  }
})

/** Reloads as Shift+reload does: the page is not controlled by its service worker. */
async function reloadWithoutWorker(page: Page): Promise<void> {
  await page.reload()
  const session = await page.context().newCDPSession(page)
  const loaded = page.waitForEvent('load')
  await session.send('Page.reload', { ignoreCache: true })
  await loaded
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
}

async function register(page: Page, site = BASE): Promise<void> {
  await page.goto(`${site}/register`)
  await fillRegistration(page, { userName: 'Carmen', ...USER })
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await fillLogin(page, USER)
  await page.getByRole('button', { name: 'Log in' }).click()
}
