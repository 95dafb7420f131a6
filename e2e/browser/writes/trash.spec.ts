import { button, fillTrash, region } from '../../support/account'
import { card, editLink, open, openList, pressDelete, reloadList } from '../../support/actions'
import { jsonOf } from '../../support/api-client'
import { openCachedList } from '../../support/browser-storage'
import { content } from '../../support/drafts'
import { deleteNote, expect, writeTest as test, undo } from '../../support/write-fixtures'

test('a note restored from the trash shows again everywhere without a network', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  await user.addNote('Uno')
  const id = await user.addNote('Dos', 'Tierra')
  await openCachedList(page, ['Dos', 'Uno'])
  await deleteNote(page, 'Dos')
  await page.getByRole('link', { name: 'Cuenta' }).click()
  await button(page, 'Ver papelera').click()
  await button(page, 'Restaurar nota: Dos').click()
  await expect(page.getByText('«Dos» está otra vez entre tus notas.')).toBeVisible()

  proxy.fault = () => 'refuse'
  await open(page, '/notas')
  await expect(page.getByText('Estas son las de la última vez.')).toBeVisible()
  await expect(card(page, 'Dos')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue('Tierra')
  await expect(content(page)).toBeEnabled()
  await open(page, '/cuenta')
  await button(page, 'Descargar notas').click()
  await expect(page.getByText(/^Se han descargado 2 notas\./)).toBeVisible()
})

test('a note deleted on another device and restored here can be deleted again, and restored again each time that it is deleted', async ({
  page,
  user,
  storedTitles,
}) => {
  const id = await user.addNote('Dos')
  await openList(page, ['Dos'])
  await user.call('DELETE', `/api/notes/${id}`)
  await pressDelete(page, 'Dos')
  await expect(page.getByRole('dialog')).toBeHidden()
  // A note that is gone leaves its card for this opening.
  await expect(editLink(page, 'Dos')).toBeVisible()
  await user.call('POST', `/api/trash/${id}/restore`)
  await reloadList(page, ['Dos'])
  await deleteNote(page, 'Dos')
  await expect(undo(page)).toBeVisible()
  expect(await storedTitles()).toEqual([])

  for (let time = 0; time < 2; time += 1) {
    await open(page, '/cuenta')
    await button(page, 'Ver papelera').click()
    await button(page, 'Restaurar nota: Dos').click()
    await expect.poll(() => storedTitles()).toEqual(['Dos'])
    await user.call('DELETE', `/api/notes/${id}`)
  }
  await open(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
})

test('Vaciar papelera erases the notes that were shown, and says that another has come', async ({
  page,
  user,
}) => {
  await fillTrash(user, ['Uno', 'Dos'])
  await open(page, '/cuenta')
  await button(page, 'Ver papelera').click()
  const rows = region(page, 'Papelera').getByRole('listitem')
  await expect(rows).toHaveText([/^Dos/, /^Uno/])
  await fillTrash(user, ['Tres'])
  await button(page, 'Vaciar papelera').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Vaciar' }).click()

  await expect(page.getByText('Ha entrado otra nota, que sigue aquí.')).toBeVisible()
  await expect(rows).toHaveText([/^Tres/])
  expect(jsonOf(await user.call('GET', '/api/trash'))).toMatchObject([{ title: 'Tres' }])
  await button(page, 'Vaciar papelera').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Vaciar' }).click()
  await expect(page.getByText('La papelera está vacía.')).toBeVisible()
})
