import type { Page } from '@playwright/test'
import { open } from '../../support/actions'
import { chooseFiles, startImport, takeoutOf } from '../../support/transfer/choose-files'
import {
  expect,
  expectCalls,
  expectNothingToSave,
  expectTexts,
  isCreate,
  isDelete,
  onBareHost,
  openTab,
  type ProxiedCall,
  writeTest as test,
} from '../../support/write-fixtures'

const TITLES = ['Uno', 'Dos', 'Tres']

async function chooseNotes(page: Page): Promise<void> {
  await open(page, '/cuenta')
  await chooseFiles(page, takeoutOf(TITLES))
}

test.beforeEach(async ({ page, expectConsole }) => {
  expectConsole(/Error/)
  await chooseNotes(page)
})

test('undoing an import keeps the notes that another device edits meanwhile', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
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

onBareHost(() => {
  test('an import cannot be undone, since that could delete what was edited since', async ({ page }) => {
    await startImport(page)
    await page.getByText('Se han importado 3 notas.').waitFor()
    await expect(page.getByRole('link', { name: 'Ver notas' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Deshacer la importación' })).toBeHidden()
  })
})

test('a create that arrives after its tab was killed adds no note to the next import of the same file', async ({
  page,
  context,
  faultyProxy: proxy,
  storedTitles,
}) => {
  const late: ProxiedCall[] = []
  proxy.fault = async (proxied) => {
    if (!isCreate(proxied) || late.length === TITLES.length) return undefined
    late.push(proxied)
    await new Promise(() => {})
    return 'refuse'
  }
  await startImport(page)
  await expectCalls(proxy, isCreate, TITLES.length)
  await page.close()

  const next = await openTab(context, '/notas')
  await next.getByRole('link', { name: 'Importar notas' }).waitFor()
  await expectNothingToSave(next)
  await expectTexts(next, [])
  await expectCalls(proxy, isCreate, TITLES.length)
  await chooseNotes(next)
  await startImport(next)
  await next.getByText('Se han importado 3 notas.').waitFor()
  for (const call of late) await call.forward()
  expect((await storedTitles()).sort()).toEqual([...TITLES].sort())
})
