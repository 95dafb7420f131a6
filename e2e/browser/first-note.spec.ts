import { randomUUID } from 'node:crypto'
import {
  deleteNote,
  edit,
  expectScreen,
  fillLogin,
  fillRegistration,
  open,
  pressSignOut,
  reloadList,
  saveToList,
  writeNew,
} from '../support/actions'
import { expect, test } from '../support/fixtures'

test('a user registers, logs in, writes a note, edits it, deletes it and signs out', {
  tag: '@cluster',
}, async ({ page }) => {
  const user = { email: `${randomUUID()}@correo.es`, password: 'una clave' }
  page.on('dialog', (dialog) => dialog.accept())
  await open(page, '/register')
  await fillRegistration(page, { userName: 'Carmen', ...user })
  await page.getByRole('button', { name: 'Sign up' }).click()

  await expectScreen(page, '/')
  await fillLogin(page, user)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Create your note!')).toBeVisible()

  await writeNew(page, { title: 'Plantas', content: 'Riego los martes.' })
  await saveToList(page, ['Plantas'])

  await edit(page, 'Plantas', { title: 'Plantas del balcón' })
  await saveToList(page, ['Plantas del balcón'])
  await reloadList(page, ['Plantas del balcón'])

  await deleteNote(page, 'Plantas del balcón')
  await expect(page.getByText('Create your note!')).toBeVisible()
  await pressSignOut(page)
})
