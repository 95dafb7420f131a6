import { appendFileSync, copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildServiceWorker } from '../../deploy/build-service-worker'
import { deleteButton, expectCards, expectScreen, open } from '../support/actions'
import { waitForServiceWorker } from '../support/browser-storage'
import { BASE, expect } from '../support/fixtures'
import { alteredCopy, FIRST_RELEASE, type Site, releasesTest as test, waitUntilUpdated } from '../support/releases'

// One build serves all of them.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/)
})

/** True for as long as no other document has been loaded. */
function mark(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.dataset.marked = 'yes'
  })
}

/** Presses Guardar in the form of a new note, which every release asks about in its own words. */
async function expectQuestion(page: Page, question: string): Promise<void> {
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('dialog', { name: question })).toBeVisible()
}

/** From now on the page is one of the release before. */
async function publishBehind(page: Page, site: Site, release: string): Promise<void> {
  await open(page, '/notas')
  await expectCards(page, ['Plantas'])
  await waitForServiceWorker(page)
  await mark(page)
  await site.publish(release)
  const other = await page.context().newPage()
  await open(other, '/notas')
  await expectCards(other, ['Plantas'])
  await waitUntilUpdated(other)
}

/** Opens the list while the host has this release, until it is installed or refused. */
async function update(page: Page, site: Site, release: string): Promise<void> {
  await site.publish(release)
  await open(page, '/notas')
  await waitUntilUpdated(page)
}

async function expectOffline(page: Page, question: string): Promise<void> {
  await page.context().setOffline(true)
  await open(page, '/create-note')
  await expectQuestion(page, question)
}

test('a new release shows at the next opening, and is the one that opens without a network', async ({
  page,
  context,
  site,
  second,
}) => {
  await open(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
  await waitForServiceWorker(page)
  await site.publish(second)
  await open(page, '/notas')
  await expect(page.getByText('Create your second note!')).toBeVisible()
  await waitUntilUpdated(page)

  await context.setOffline(true)
  const missing: string[] = []
  page.on('requestfailed', (request) => missing.push(new URL(request.url()).pathname))
  await open(page, '/create-note')
  await expectQuestion(page, '¿Guardar esta nueva nota?')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectScreen(page, '/notas')
  await expect(page.getByText('No se han podido cargar las notas.')).toBeVisible()
  expect(missing.filter((path) => path.includes('/_next/'))).toEqual([])
})

test('a page of the release before goes on, and its next screen is wholly of the new one', async ({
  page,
  site,
  second,
  user,
}) => {
  await user.addNote('Plantas')
  await publishBehind(page, site, second)

  // A part that is loaded when it is needed, which the host has no longer.
  await deleteButton(page, 'Plantas').click()
  await expect(page.getByRole('dialog', { name: '¿Eliminar esta nota?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expectScreen(page, '/create-note')
  await expect(page.locator('html[data-marked]')).toHaveCount(0)
  await expectQuestion(page, '¿Guardar esta nueva nota?')
})

test('without a network too, a page of the release before goes on to the new one whole', async ({
  page,
  context,
  site,
  second,
  user,
}) => {
  await user.addNote('Plantas')
  await publishBehind(page, site, second)
  await context.setOffline(true)

  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expectScreen(page, '/create-note')
  await expectQuestion(page, '¿Guardar esta nueva nota?')
})

for (const [what, mix] of [
  [
    "another release's page",
    (folder) => copyFileSync(join(FIRST_RELEASE, 'create-note/index.html'), join(folder, 'create-note/index.html')),
  ],
  [
    'a page in place of a script',
    (folder) => {
      const first = readdirSync(join(FIRST_RELEASE, '_next/static/chunks'))
      for (const name of readdirSync(join(folder, '_next/static/chunks')).filter(
        (one) => !first.includes(one),
      ))
        copyFileSync(join(folder, '404.html'), join(folder, '_next/static/chunks', name))
    },
  ],
] satisfies [string, (folder: string) => void][]) {
  test(`where a host answers with ${what}, the release before stays until it no longer does`, async ({
    page,
    context,
    site,
    second,
    expectConsole,
  }) => {
    expectConsole(/Unexpected token|Failed to load chunk/)
    await open(page, '/notas')
    await waitForServiceWorker(page)
    await update(page, site, await alteredCopy(second, 'mixed-release', mix))
    await expectOffline(page, '¿Guardar la nueva nota?')

    await context.setOffline(false)
    await update(page, site, second)
    await expectOffline(page, '¿Guardar esta nueva nota?')
  })
}

test('a release that comes back after others, whole and half, opens without a network', async ({
  page,
  site,
  second,
}) => {
  const half = await alteredCopy(second, 'half-release', async (folder) => {
    appendFileSync(join(folder, 'notas/index.html'), '<!-- another -->')
    await buildServiceWorker(folder, BASE)
    rmSync(join(folder, 'register/index.txt'))
  })
  await open(page, '/notas')
  await waitForServiceWorker(page)
  for (const release of [second, half, FIRST_RELEASE]) await update(page, site, release)
  await expectOffline(page, '¿Guardar la nueva nota?')
})

test('a network that does not answer holds up no screen that is kept, and is waited for where none is', async ({
  page,
  site,
}) => {
  await open(page, '/create-note')
  await waitForServiceWorker(page)
  await site.publish(FIRST_RELEASE, 3_600_000)
  await open(page, '/create-note')
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectScreen(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()

  await site.publish(FIRST_RELEASE, 5000)
  const answer = await page.goto(`${BASE}/nada`)
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle('Página no encontrada · Notas')
})
