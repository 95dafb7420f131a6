import type { Page } from '@playwright/test'
import { editLink, open, returnToList } from '../../support/actions'
import { chooseFiles, startImport, takeoutOf } from '../../support/transfer/choose-files'
import {
  expect,
  expectCalls,
  isCreate,
  isDelete,
  openTab,
  writeTest as test,
} from '../../support/write-fixtures'

const TITLES = ['Uno', 'Dos', 'Tres']

async function chooseNotes(page: Page): Promise<void> {
  await open(page, '/cuenta')
  await chooseFiles(page, takeoutOf(TITLES))
}

test('undoing an import keeps the notes that another device edits meanwhile', async ({
  page,
  faultyProxy: proxy,
  user,
  expectConsole,
}) => {
  expectConsole(/Error/)
  await chooseNotes(page)
  await startImport(page)
  await page.getByText('Se han importado 3 notas.').waitFor()
  const release = proxy.hold(isDelete)
  await page.getByRole('button', { name: 'Deshacer la importación' }).click()
  await expectCalls(proxy, isDelete, 3)
  for (const { _id, title, content } of await user.listNotes())
    if (title !== 'Uno') await user.changeNote(_id, title, `${content}, y más`)
  release()

  await page.getByText('Importación deshecha: se ha eliminado 1 nota.').waitFor()
  await expect(page.getByText('2 notas que has cambiado después se quedan.')).toBeVisible()
  const left = await user.listNotes()
  expect(left.map(({ title, content }) => [title, content]).sort()).toEqual([
    ['Dos', 'Texto de Dos, y más'],
    ['Tres', 'Texto de Tres, y más'],
  ])
})

test('a tab that imports the same file meanwhile waits, and then sends nothing', async ({
  page,
  context,
  faultyProxy: proxy,
  storedTitles,
}) => {
  const other = await openTab(context, '/cuenta')
  for (const tab of [page, other]) await chooseNotes(tab)
  const release = proxy.hold(isCreate)
  for (const tab of [page, other]) await startImport(tab)
  await other.getByText('Otra pestaña está importando: esta espera a que termine.').first().waitFor()
  release()
  await page.getByText('Se han importado 3 notas.').waitFor()
  await other.getByText('Se han importado 0 notas.').waitFor()
  expect((await storedTitles()).sort()).toEqual([...TITLES].sort())
  expect(proxy.calls.filter(isCreate)).toHaveLength(3)
})

test('the end of an import leaves the cards of a list, and the focus, where they are', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  await user.addNote('Pan')
  await chooseNotes(page)
  const release = proxy.hold(isCreate)
  await startImport(page)
  await expectCalls(proxy, isCreate, 3)
  await returnToList(page, ['Pan'])
  await editLink(page, 'Pan').focus()
  release()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(editLink(page, 'Pan')).toBeFocused()
})
