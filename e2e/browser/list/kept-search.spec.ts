import type { Page } from '@playwright/test'
import {
  edit,
  editLink,
  expectCards,
  expectScreen,
  open,
  openList,
  openTab,
  pauseCalls,
  pressSignOut,
  save,
} from '../../support/actions'
import { readAllStorage } from '../../support/browser-storage'
import { BASE, createUser, expect, storeSession, signedInTest as test } from '../../support/fixtures'

const ALL = ['Receta de sopa', 'Plantas', 'Receta de pan', 'Años']
const FOUND = ['Receta de sopa', 'Receta de pan']

const box = (page: Page) => page.getByPlaceholder('Buscar notas...')

async function searchFor(page: Page, query: string): Promise<void> {
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await box(page).fill(query)
}

async function openFound(page: Page): Promise<void> {
  await editLink(page, 'Receta de pan').click()
  await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Receta de pan')
}

async function expectSearch(page: Page, query: string, titles: string[]): Promise<void> {
  await expectScreen(page, '/notas')
  await expect(box(page)).toHaveValue(query)
  await expect(box(page)).not.toBeFocused()
  await expectCards(page, titles)
}

test.beforeEach(async ({ page, user }) => {
  for (const title of ALL.toReversed()) await user.addNote(title)
  await openList(page, ALL)
})

const WAYS: [name: string, leave: (page: Page) => Promise<unknown>][] = [
  ['Back', (page) => page.goBack()],
  ['Volver', (page) => page.getByRole('link', { name: 'Volver' }).click()],
  ['Cancelar', (page) => page.getByRole('button', { name: 'Cancelar' }).click()],
]

test('the search is kept over Back, Volver and Cancelar, one after the other, also where the note was loaded again', async ({
  page,
}) => {
  await searchFor(page, 'receta')
  for (const [name, leave] of WAYS)
    await test.step(name, async () => {
      await openFound(page)
      if (name !== 'Volver') {
        await page.reload()
        await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Receta de pan')
      }
      await leave(page)
      await expectSearch(page, 'receta', FOUND)
    })
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expectCards(page, ALL)
  await editLink(page, 'Plantas').click()
  await page.goBack()
  await expectCards(page, ALL)
  await expect(box(page)).toBeHidden()
})

test('the search is kept after Guardar, and each entry of the history has its own', async ({ page }) => {
  await searchFor(page, 'receta')
  await edit(page, 'Receta de pan', { content: 'Harina' })
  await save(page)
  await expectSearch(page, 'receta', ['Receta de pan', 'Receta de sopa'])
  await box(page).fill('plan')
  await editLink(page, 'Plantas').click()
  await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Plantas')
  await page.goBack()
  await expectSearch(page, 'plan', ['Plantas'])
  await page.goBack()
  await page.goBack()
  await expectSearch(page, 'receta', ['Receta de pan', 'Receta de sopa'])
})

test('the search is kept where the list comes late', async ({ page }) => {
  await searchFor(page, 'receta')
  await openFound(page)
  await page.reload()
  await expect(page.getByPlaceholder('Título de la nota')).toHaveValue('Receta de pan')
  const files = await pauseCalls(page, `**${BASE}/notas/**`)
  const list = await pauseCalls(page, '**/api/notes')
  await page.getByRole('link', { name: 'Volver' }).click()
  files()
  await expect(box(page)).toHaveValue('receta')
  list()
  await expectSearch(page, 'receta', FOUND)
})

test('a new opening of the list begins without the search', async ({ page }) => {
  await searchFor(page, 'receta')
  await page.reload()
  await expectCards(page, ALL)
  await searchFor(page, 'receta')
  await openFound(page)
  await open(page, '/notas')
  await expectCards(page, ALL)
  await searchFor(page, 'receta')
  await page.getByRole('link', { name: 'Cuenta' }).click()
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectCards(page, ALL)
  await expect(box(page)).toBeHidden()
})

test('no search outlives a sign-out, in any tab: the next user who goes back finds none', async ({
  page,
  context,
  host,
  expectConsole,
}) => {
  expectConsole(/No token found/)
  await searchFor(page, 'receta')
  await openFound(page)
  const other = await openTab(context, '/notas')
  await pressSignOut(other)
  for (const tab of [page, other]) await expect.poll(() => readAllStorage(tab)).not.toContain('receta')

  const next = await createUser(host)
  for (const title of ['Receta ajena', 'Nube']) await next.addNote(title)
  await storeSession(page, next)
  await page.goBack()
  await expectCards(page, ['Nube', 'Receta ajena'])
  await expect(box(page)).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('receta')
})
