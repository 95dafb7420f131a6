import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  editLink,
  expectCards,
  expectScreen,
  open,
  openList,
  pressSignOut,
  saveToList,
  signIn,
  write,
} from '../support/actions'
import { waitForServiceWorker } from '../support/browser-storage'
import { content, expectDrafts, recover } from '../support/drafts'
import { BASE, createUser, expect } from '../support/fixtures'
import { alteredCopy, FIRST_RELEASE, newScripts, releasesTest as test } from '../support/releases'
import { spawnNginx } from '../support/servers/nginx'
import { freePort, isInstalled, waitUntilReachable } from '../support/servers/process'
import { rebase } from '../support/servers/rebase'

// One worker, so that the tests share one build.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ expectConsole }) => {
  expectConsole(
    /Failed to (load resource|load chunk|fetch)|ERR_INTERNET_DISCONNECTED|SyntaxError|fetching the script/,
  )
  expectConsole(/No se han podido cargar|TypeError|Refused to execute script|Service Worker|script resource/)
})

const LINKS = [
  ['/notas', 'Cuenta'],
  ['/notas', 'Crear nota'],
  ['/notas', 'Editar nota: Plantas'],
  ['/create-note', 'Volver'],
  ['/nada', 'Volver a Notas'],
] as const

for (const serviceWorkers of ['allow', 'block'] as const) {
  const hasWorker = serviceWorkers === 'allow'

  test.describe(`${hasWorker ? 'with' : 'without'} a service worker`, () => {
    test.use({ serviceWorkers })

    const changes = hasWorker ? ['replaced', 'rolled back'] : ['replaced', 'half replaced', 'moved']
    for (const change of changes) {
      test(`a release that is ${change} under an open editor loses no text, and the user goes on`, async ({
        page,
        site,
        second,
      }) => {
        const half = await alteredCopy(second, 'half-replaced', (folder) => {
          for (const script of newScripts(folder)) rmSync(script)
        })
        const moved = await alteredCopy(FIRST_RELEASE, 'moved-page', (folder) => {
          rebase(folder, '/otra')
        })
        const before = change === 'rolled back' ? second : FIRST_RELEASE
        const after = { 'half replaced': half, 'rolled back': FIRST_RELEASE, moved }[change] ?? second
        const base = change === 'moved' ? '/otra' : BASE
        const options = { basePath: base }

        await site.publish(before)
        await open(page, '/create-note')
        const button = page.getByRole('button', { name: 'Guardar' })
        await expect(button).toBeEnabled()
        if (hasWorker) await waitForServiceWorker(page)
        await site.publish(after, options)
        await write(page, { title: 'Regalos', content: 'Acuarelas' })
        await expectDrafts(page, ['Acuarelas'])
        await button.click()
        const sentence = page.getByText('No se ha podido cargar lo que hace falta para guardar.')
        await expect(hasWorker ? page.getByRole('dialog') : sentence).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(content(page)).toHaveValue('Acuarelas')
        await page.getByRole('link', { name: 'Volver' }).click()
        await expectScreen(page, '/notas')

        if (change === 'half replaced') await site.publish(second)
        await page.goto(`${base}/create-note/`)
        await recover(page, 'Acuarelas')
        await saveToList(page, ['Regalos'])
      })
    }

    test('no link, Back, Forward or reload shows a file for the router as a document', async ({
      context,
      page,
      user,
    }) => {
      await user.addNote('Plantas')
      const documents: string[] = []
      context.on('request', (request) => {
        if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
      })
      for (const isOffline of [false, true]) {
        for (const [path, name] of isOffline ? LINKS : LINKS.slice(2, 4)) {
          await open(page, path)
          if (hasWorker) await waitForServiceWorker(page)
          const link = page.getByRole('link', { name, exact: true })
          await expect(link).toBeVisible()
          await context.setOffline(isOffline)
          const address = page.url()
          await link.click()
          await expect.poll(() => page.url()).not.toBe(address)
          // A document that cannot be loaded rejects these.
          for (const move of ['goBack', 'goForward', 'reload'] as const)
            await page[move]({ waitUntil: 'commit', timeout: 5000 }).catch(() => {})
          await context.setOffline(false)
        }
      }
      expect(documents.length).toBeGreaterThan(10)
      expect(documents.filter((path) => path.endsWith('.txt'))).toEqual([])
    })
  })
}

test('on a host that answers every unknown path with a page, every story works', async ({
  page,
  site,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  await site.publish(FIRST_RELEASE, { isFallback: true })
  await open(page, '/create-note')
  await write(page, { title: 'Regalos', content: 'Acuarelas' })
  await saveToList(page, ['Regalos', 'Plantas'])
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue('Riego')
  await page.reload()
  await expect(content(page)).toHaveValue('Riego')
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectCards(page, ['Regalos', 'Plantas'])
  await page.goBack()
  await expect(content(page)).toHaveValue('Riego')
})

test('a tab left alone for ten minutes asks for nothing', async ({ page, site, user, expectConsole }) => {
  // The clock may run while a transaction is under way.
  expectConsole(/The database does not answer/)
  await user.addNote('Plantas')
  await page.clock.install()
  for (const path of ['/notas', '/create-note']) {
    if (path === '/notas') await openList(page, ['Plantas'])
    else await open(page, path)
    await waitForServiceWorker(page)
    await page.clock.runFor(60_000)
    site.requests.length = 0
    await page.clock.runFor(600_000)
    expect(site.requests).toEqual([])
  }
})

test('behind a cache that ignores Vary and queries, nobody sees the notes of another user', async ({
  browser,
  site,
  host,
  user,
  atEnd,
}) => {
  test.skip(!isInstalled('nginx') && !process.env.CI, 'nginx is not installed')
  const other = await createUser(host)
  await user.addNote('Plantas', 'Riego')
  await other.addNote('Regalos', 'Acuarelas')
  const port = await freePort()
  const folder = resolve('e2e/exports/cache')
  rmSync(folder, { recursive: true, force: true })
  const nginx = spawnNginx(
    folder,
    `proxy_cache_path ${folder}/files keys_zone=all:1m; server { listen 127.0.0.1:${port}; location / {
      proxy_pass ${site.origin}; proxy_cache all; proxy_cache_key $uri; proxy_cache_valid any 1h;
      proxy_ignore_headers Vary; add_header X-Cache $upstream_cache_status always; } }`,
  )
  const cache = await waitUntilReachable(nginx, `http://127.0.0.1:${port}`)
  atEnd(cache.stop)
  const hits: string[] = []
  for (const [first, second] of [
    [user, other],
    [other, user],
  ] as const) {
    const context = await browser.newContext({ baseURL: cache.origin })
    atEnd(() => context.close())
    context.on('response', (response) => {
      if (response.headers()['x-cache'] === 'HIT') hits.push(new URL(response.url()).pathname)
    })
    const page = await context.newPage()
    for (const one of [first, second]) {
      const [title, text] = one === user ? ['Plantas', 'Riego'] : ['Regalos', 'Acuarelas']
      await signIn(page, one)
      await expectCards(page, [title])
      await editLink(page, title).click()
      await expect(content(page)).toHaveValue(text)
      await page.reload()
      await expect(content(page)).toHaveValue(text)
      await openList(page, [title])
      await pressSignOut(page)
    }
  }
  expect(hits.filter((path) => path.includes('/_next/'))).not.toEqual([])
  expect(hits.filter((path) => path.startsWith('/api/'))).toEqual([])
})
