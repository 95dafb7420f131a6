import { open, save, write } from '../support/actions'
import { content, recover, writeDraft } from '../support/drafts'
import { expect, signedInTest as test } from '../support/fixtures'

const TITLE = 'El título pasa de 500 caracteres: puede que no se guarde.'
const CONTENT = 'El contenido pasa de 200.000 caracteres: puede que no se guarde.'
const NUL = 'El texto tiene un carácter que no se ve, y con él puede que no se guarde.'

const TEXTS: [name: string, text: { title?: string; content?: string }, hint: string][] = [
  ['a title of 501', { title: 'a'.repeat(501) }, TITLE],
  ['a title of 500 emoji', { title: '🥛'.repeat(500) }, ''],
  ['a title of 501 emoji', { title: '🥛'.repeat(501) }, TITLE],
  ['a title of 500', { title: 'a'.repeat(500) }, ''],
  ['a content of 200,001', { content: 'a'.repeat(200_001) }, CONTENT],
  ['a content of 200,000', { content: 'a'.repeat(200_000) }, ''],
  ['a NUL', { content: 'a\0b' }, NUL],
  ['no NUL', { content: 'ab' }, ''],
]

test('a text that the host would refuse is named while it is typed, and Guardar sends it all the same, which the host refuses', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 400|Error al guardar la nota/)
  await open(page, '/create-note')
  const hint = page.locator('header').getByRole('status')
  for (const [name, text, sentence] of TEXTS) {
    await write(page, text)
    await expect(hint, name).toHaveText(sentence)
  }
  await write(page, { title: 'a'.repeat(501) })
  await expect(hint).toHaveText(TITLE)
  await content(page).press('End')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await save(page)
  expect((await answered).status()).toBe(400)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(hint).toHaveText(TITLE)
  await expect(page.getByText(/^Error/)).toBeHidden()
})

test('a text that is put into the form is measured as one that is typed', async ({ page }) => {
  await open(page, '/create-note')
  await writeDraft(page, { title: 'a'.repeat(501), content: 'Pan' })
  await page.reload()
  const hint = page.locator('header').getByRole('status')
  await write(page, { content: 'Otro' })
  await expect(hint).toBeEmpty()
  await recover(page, 'Pan')
  await expect(hint).toHaveText(TITLE)
  await recover(page, 'Otro')
  await expect(hint).toBeEmpty()
})
