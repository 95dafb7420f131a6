import type { Page } from '@playwright/test'
import {
  edit,
  editLink,
  expectCards,
  expectScreen,
  open,
  pauseCalls,
  returnToList,
  save,
  saveToList,
  write,
  writeNew,
} from '../support/actions'
import { title } from '../support/drafts'
import { BASE, expect, signedInTest, type User } from '../support/fixtures'
import type { ServerProcess } from '../support/servers/process'
import { startStaticHost } from '../support/servers/static-host'

type Fixtures = { kind: 'one rewrite rule' | 'nothing but 404.html' }

const test = signedInTest.extend<Fixtures, { staticHost: ServerProcess }>({
  kind: ['one rewrite rule', { option: true }],

  staticHost: [
    async ({ host }, use) => {
      const staticHost = await startStaticHost({ folder: 'out', basePath: BASE, apiOrigin: host.origin })
      await use(staticHost)
      await staticHost.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ kind, host, staticHost }, use) =>
    use(kind === 'one rewrite rule' ? host.origin : staticHost.origin),
})

/** Collects the requests to the static host and marks documents. */
function collectRequests(page: Page) {
  const requests: { path: string; isDocument: boolean }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) {
      requests.push({ path: pathname, isDocument: request.resourceType() === 'document' })
    }
  })
  return requests
}

async function twoNotes(user: User) {
  return { plantas: await user.addNote('Plantas'), frase: await user.addNote('Frase') }
}

for (const kind of ['one rewrite rule', 'nothing but 404.html'] as const) {
  test.describe(`on a host with ${kind}`, () => {
    test.use({ kind })

    test.beforeEach(({ expectConsole }) => {
      if (kind === 'nothing but 404.html') expectConsole(/Failed to load resource.* 404/)
    })

    test('a note opens by its address, after a reload and in a new tab, and an unknown address leads to the list', async ({
      page,
      context,
      user,
      expectConsole,
    }) => {
      const { plantas } = await twoNotes(user)
      const status = kind === 'one rewrite rule' ? 200 : 404
      for (const slash of ['', '/']) {
        const response = await page.goto(`${BASE}/note-editor/${plantas}${slash}`)
        expect(response?.status()).toBe(status)
        await expect(title(page)).toHaveValue('Plantas')
        await expect(page).toHaveTitle('Plantas · Notas')
        expect(await page.locator('title').count()).toBe(1)
      }
      await page.reload()
      await expect(title(page)).toHaveValue('Plantas')

      await test.step('Volver leads to the list, and Back returns to the note', async () => {
        await returnToList(page, ['Frase', 'Plantas'])
        await page.goBack()
        await expect(title(page)).toHaveValue('Plantas')
        await page.getByRole('link', { name: 'Volver' }).click()
      })

      const opened = context.waitForEvent('page')
      await editLink(page, 'Plantas').click({ modifiers: ['ControlOrMeta'] })
      await expect(title(await opened)).toHaveValue('Plantas')
      await expectScreen(page, '/notas')

      expectConsole(/Failed to load resource.* 404/)
      const response = await page.goto(`${BASE}/nada/de/nada`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página no existe.')
      await expect(page).toHaveTitle('Página no encontrada · Notas')
      await page.getByRole('link', { name: 'Volver a Notas' }).click()
      await expectScreen(page, '/notas')
    })
  })
}

test('Back, Forward and a save move between the list and the editors without a document or a file of a single note', async ({
  page,
  user,
}) => {
  const { plantas, frase } = await twoNotes(user)
  const requests = collectRequests(page)
  await open(page, '/notas/')
  await editLink(page, 'Plantas').click()
  await expect(title(page)).toHaveValue('Plantas')
  await page.goBack()
  await expectCards(page, ['Frase', 'Plantas'])
  await expect(page).toHaveTitle('Notas')
  await page.goForward()
  await expect(title(page)).toHaveValue('Plantas')
  await page.getByRole('link', { name: 'Volver' }).click()
  await editLink(page, 'Frase').click()
  await expect(title(page)).toHaveValue('Frase')
  await page.goBack()
  await expectCards(page, ['Frase', 'Plantas'])
  await page.goBack()
  await expect(title(page)).toHaveValue('Plantas')
  await expect(page).toHaveTitle('Plantas · Notas')
  await page.goForward()
  await expectCards(page, ['Frase', 'Plantas'])

  await editLink(page, 'Frase').click()
  await expect(title(page)).toHaveValue('Frase')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await editLink(page, 'Frase').click()
  await expect(title(page)).toHaveValue('Frase')
  await write(page, { title: 'Otra frase' })
  await saveToList(page, ['Otra frase', 'Plantas'])

  expect(requests.filter(({ isDocument }) => isDocument)).toHaveLength(1)
  expect(requests.filter(({ path }) => path.includes(plantas) || path.includes(frase))).toEqual([])
  expect(requests.filter(({ path }) => path.includes('note-editor'))).toEqual([])
})

test('the HTML that stands for every note has no screen text before hydration', async ({ request }) => {
  for (const file of ['/note-editor/', '/404.html']) {
    const html = await (await request.get(`${BASE}${file}`)).text()
    for (const word of ['Nueva Nota', 'Editar Nota', 'Esta página no existe', 'Log in']) {
      expect(html.replaceAll(/<script[\s\S]*?<\/script>/g, '')).not.toContain(word)
    }
  }
})

test('Back from a note restores the scroll position of a list whose cards are all rendered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const notes = Array.from({ length: 30 }, (_, i) => ({ _id: `${i}`, title: `Nota ${i}`, content: '' }))
  await page.route('**/api/notes', (route) => route.fulfill({ json: notes }))
  await page.route('**/api/notes/*', (route) => route.fulfill({ json: notes[29] }))
  await open(page, '/notas/')
  await editLink(page, 'Nota 29').scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(500)
  await editLink(page, 'Nota 29').click()
  await expect(title(page)).toHaveValue('Nota 29')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test('a save that ends after Back does not change the screen', async ({ page, user }) => {
  await user.addNote('Plantas')
  const resume = await pauseCalls(page, '**/api/notes/*', 'PUT')
  await open(page, '/notas/')
  await edit(page, 'Plantas', { title: 'Plantas del balcón' })
  await save(page)
  await page.goBack()
  await writeNew(page, { title: 'Otra' })
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  resume()
  await saved
  await page.getByRole('link', { name: 'Volver' }).hover()
  await expectScreen(page, '/create-note')
  await expect(title(page)).toHaveValue('Otra')
})
