import { appendFileSync, copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildServiceWorker } from '../../deploy/build-service-worker'
import { deleteButton, expectCards, expectScreen, open } from '../support/actions'
import { waitForServiceWorker } from '../support/browser-storage'
import { BASE, expect } from '../support/fixtures'
import {
  alteredCopy,
  FIRST_RELEASE,
  type Site,
  releasesTest as test,
  waitUntilUpdated,
} from '../support/releases'

// One worker, so that the tests share one build.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/)
})

/** Marks the document, to detect that another one is loaded. */
function markDocument(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.dataset.marked = 'yes'
  })
}

/** Presses Guardar in the form of a new note, whose question differs by release. */
async function expectQuestion(page: Page, question: string): Promise<void> {
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('dialog', { name: question })).toBeVisible()
}

/** Publishes a release and installs it in another tab, while `page` shows the one before. */
async function publishBehind(page: Page, site: Site, release: string): Promise<void> {
  await open(page, '/notas')
  await expectCards(page, ['Plantas'])
  await waitForServiceWorker(page)
  await markDocument(page)
  await site.publish(release)
  const other = await page.context().newPage()
  await open(other, '/notas')
  await expectCards(other, ['Plantas'])
  await waitUntilUpdated(other)
}

/** Publishes a release and opens the list, until the release is installed or rejected. */
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

test('a new release shows at the next page load, and then works offline', async ({
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

test('a page of the previous release works on, and its next screen is entirely of the new one', async ({
  page,
  site,
  second,
  user,
}) => {
  await user.addNote('Plantas')
  await publishBehind(page, site, second)

  // A lazy component, whose file the host no longer has.
  await deleteButton(page, 'Plantas').click()
  await expect(page.getByRole('dialog', { name: '¿Eliminar esta nota?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('link', { name: 'Crear nota' }).click()
  await expectScreen(page, '/create-note')
  await expect(page.locator('html[data-marked]')).toHaveCount(0)
  await expectQuestion(page, '¿Guardar esta nueva nota?')
})

test('a page of the previous release changes to the new one offline too', async ({
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

for (const [mistake, mix] of [
  [
    "another release's page",
    (folder) =>
      copyFileSync(join(FIRST_RELEASE, 'create-note/index.html'), join(folder, 'create-note/index.html')),
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
  test(`the previous release stays installed while a host responds with ${mistake}`, async ({
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

test('a release that is published again after others, complete and incomplete, works offline', async ({
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

test('a silent network does not delay cached screens, and the page waits for uncached ones', async ({
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
  const response = await page.goto(`${BASE}/nada`)
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Página no encontrada · Notas')
})
