import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deleteButton, expectCards, expectScreen, open } from '../actions'
import { buildExport } from '../exported'
import { BASE, expect, signedInTest } from '../fixtures'
import { untilOfflineReady } from '../kept'
import { freePort } from '../server-process'
import { startPlain } from '../static-hosts/plain'

/** The tests' own build, and one with other sentences. */
type Release = 'first' | 'second'

type Site = { origin: string; publish: (release: Release) => Promise<void> }

const SECOND = [
  ['Create your note!', 'Create your second note!'],
  ['¿Guardar la nueva nota?', '¿Guardar esta nueva nota?'],
  ['¿Eliminar esta nota?', '¿Borrar esta nota?'],
] as const

const test = signedInTest.extend<{ site: Site }, { second: string }>({
  serviceWorkers: 'allow',

  second: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
    async ({}, use) => use(join(buildExport('second-release', { BASE_PATH: BASE }, changeSentences), 'out')),
    { scope: 'worker', timeout: 240_000 },
  ],

  site: async ({ host, second }, use) => {
    const port = await freePort()
    const folders = { first: 'out', second }
    const start = (release: Release) =>
      startPlain({ folder: folders[release], basePath: BASE, apiOrigin: host.origin, port })
    let server = await start('first')
    await use({
      origin: server.origin,
      async publish(release) {
        await server.stop()
        server = await start(release)
      },
    })
    await server.stop()
  },

  baseURL: async ({ site }, use) => use(site.origin),

  storageState: async ({ site, user }, use) =>
    use({
      cookies: [],
      origins: [{ origin: site.origin, localStorage: [{ name: 'token', value: user.token }] }],
    }),
})

// One build serves all of them.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/)
})

function changeSentences(folder: string): void {
  const file = join(folder, 'lib/domain/messages.ts')
  const changed = SECOND.reduce(
    (text, [first, second]) => text.replace(first, second),
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, changed)
}

/** The second release is on disk, and answers for the pages that open from now on. */
async function untilUpdated(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(2)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return (
          registration?.active?.state === 'activated' && !registration.installing && !registration.waiting
        )
      }),
    )
    .toBe(true)
}

/** True for as long as no other document has been loaded. */
function mark(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.dataset.marked = 'yes'
  })
}

test('a new release shows at the next opening, and is the one that opens without a network', async ({
  page,
  context,
  site,
}) => {
  await open(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
  await untilOfflineReady(page)
  await site.publish('second')
  await open(page, '/notas')
  await expect(page.getByText('Create your second note!')).toBeVisible()
  await untilUpdated(page)

  await context.setOffline(true)
  const missing: string[] = []
  page.on('requestfailed', (request) => missing.push(new URL(request.url()).pathname))
  await open(page, '/create-note')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('dialog', { name: '¿Guardar esta nueva nota?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectScreen(page, '/notas')
  await expect(page.getByText('No se han podido cargar las notas.')).toBeVisible()
  expect(missing.filter((path) => path.includes('/_next/'))).toEqual([])
})

test('a page of the release before goes on, and its next screen is wholly of the new one', async ({
  page,
  context,
  site,
  user,
}) => {
  await user.addNote('Plantas')
  await open(page, '/notas')
  await expectCards(page, ['Plantas'])
  await untilOfflineReady(page)
  await mark(page)
  await site.publish('second')
  const other = await context.newPage()
  await open(other, '/notas')
  await expectCards(other, ['Plantas'])
  await untilUpdated(other)

  // A part that is loaded when it is needed, which the host has no longer.
  await deleteButton(page, 'Plantas').click()
  await expect(page.getByRole('dialog', { name: '¿Eliminar esta nota?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expectScreen(page, '/create-note')
  await expect(page.locator('html[data-marked]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('dialog', { name: '¿Guardar esta nueva nota?' })).toBeVisible()
})

test('without a network too, a page of the release before goes on to the new one whole', async ({
  page,
  context,
  site,
  user,
}) => {
  await user.addNote('Plantas')
  await open(page, '/notas')
  await expectCards(page, ['Plantas'])
  await untilOfflineReady(page)
  await site.publish('second')
  const other = await context.newPage()
  await open(other, '/notas')
  await untilUpdated(other)
  await context.setOffline(true)

  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expectScreen(page, '/create-note')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('dialog', { name: '¿Guardar esta nueva nota?' })).toBeVisible()
})
