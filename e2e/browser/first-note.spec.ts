import { randomUUID } from 'node:crypto'
import {
  deleteNote,
  editLink,
  expectCards,
  expectScreen,
  fillLogin,
  open,
  save,
  write,
} from '../support/actions'
import { expect, test } from '../support/fixtures'

test('a user registers, logs in, writes a note, edits it, deletes it and signs out', {
  tag: '@cluster',
}, async ({ page }) => {
  const user = { email: `${randomUUID()}@correo.es`, password: 'una clave' }
  page.on('dialog', (dialog) => dialog.accept())
  await open(page, '/register')
  await page.getByLabel('Username').fill('Carmen')
  await fillLogin(page, user)
  await page.getByRole('button', { name: 'Sign up' }).click()

  await expectScreen(page, '/')
  await fillLogin(page, user)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Create your note!')).toBeVisible()

  await page.getByRole('link', { name: 'Crear nota' }).click()
  await write(page, { title: 'Plantas', content: 'Riego los martes.' })
  await save(page)
  await expectCards(page, ['Plantas'])

  await editLink(page, 'Plantas').click()
  await write(page, { title: 'Plantas del balcón' })
  await save(page)
  await expectCards(page, ['Plantas del balcón'])
  await page.reload()
  await expectCards(page, ['Plantas del balcón'])

  await deleteNote(page, 'Plantas del balcón')
  await expect(page.getByText('Create your note!')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expectScreen(page, '/')
})
