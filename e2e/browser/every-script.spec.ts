import { open } from '../support/actions'
import { expectDrafts, writeDraft } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'
import { chooseFiles } from '../support/transfer/choose-files'

test('Arabic and Hebrew run from right to left, on the card and in the form', async ({ page, user }) => {
  await user.addNote('قائمة التسوق!', 'שלום, עולם!')
  await open(page, '/notas')
  const card = page.getByRole('article')
  await expect(card.getByRole('heading')).toHaveCSS('direction', 'rtl')
  await expect(card.getByRole('paragraph')).toHaveCSS('direction', 'rtl')
  await card.getByRole('button', { name: /^Eliminar nota/ }).click()
  await expect(page.getByRole('dialog').getByText('قائمة')).toHaveCSS('direction', 'rtl')
  await page.keyboard.press('Escape')
  await card.getByRole('link').click()
  await expect(page.getByPlaceholder('Título de la nota')).toHaveCSS('direction', 'rtl')
  await expect(page.getByPlaceholder('Escribe tu contenido aquí...')).toHaveCSS('direction', 'rtl')
})

test('names within sentences run in their own direction: unsaved notes, earlier versions and files of an import', async ({
  page,
  user,
}) => {
  const id = await user.addNote('قائمة', 'حليب')
  await user.changeNote(id, 'قائمة', 'حليب وخبز')
  await open(page, `/note-editor/${id}`)
  await page.getByRole('button', { name: 'Versiones' }).click()
  await expect(page.getByRole('listitem').getByText('حليب')).toHaveCSS('direction', 'rtl')
  await page.keyboard.press('Escape')

  await open(page, '/create-note')
  await writeDraft(page, { title: 'רשימה', content: 'חלב' })
  await expectDrafts(page, ['חלב'])
  await open(page, '/notas')
  await expect(page.getByText('«רשימה»')).toHaveCSS('direction', 'rtl')

  await open(page, '/cuenta')
  await chooseFiles(page, { name: 'صورة.jpg', content: 'x' })
  await page.getByText('No son notas').click()
  await expect(page.getByText('صورة.jpg')).toHaveCSS('direction', 'rtl')
})

test('a title that shows nothing is called Sin título, wherever a note is named', async ({ page, user }) => {
  await user.addNote(' \u200B ', 'Pan')
  await open(page, '/notas')
  await expect(page.getByRole('link', { name: 'Editar nota: Sin título', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Eliminar nota: Sin título', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Sin título')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Editar nota: Sin título' }).click()
  await expect(page.getByPlaceholder('Escribe tu contenido aquí...')).toHaveValue('Pan')
  await expect(page).toHaveTitle('Editar Nota · Notas')
})
