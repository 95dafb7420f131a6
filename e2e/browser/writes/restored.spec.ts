import { button } from '../../support/account'
import { card, editLink, open, openList, pressDelete, reloadList } from '../../support/actions'
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

test('what another device wrote before the delete is on the card that Deshacer brings back', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  const id = await user.addNote('Dos', 'Tierra')
  await openList(page, ['Dos'])
  const headers = { Authorization: `Bearer ${user.token}` }
  await page.request.put(`/api/notes/${id}`, { headers, data: { title: 'Dos', content: 'Agua' } })
  await deleteNote(page, 'Dos')
  await undo(page).click()
  await expect(card(page, 'Dos')).toContainText('Agua')

  proxy.fault = () => 'refuse'
  await page.reload()
  await expect(page.getByText('Estas son las de la última vez.')).toBeVisible()
  await expect(card(page, 'Dos')).toContainText('Agua')
})

test('a note that is deleted again elsewhere is restored again from the trash', async ({
  page,
  user,
  storedTitles,
}) => {
  const id = await user.addNote('Dos')
  const headers = { Authorization: `Bearer ${user.token}` }
  await open(page, '/notas')
  await deleteNote(page, 'Dos')
  for (let time = 0; time < 2; time += 1) {
    await open(page, '/cuenta')
    await page.getByRole('button', { name: 'Ver papelera' }).click()
    await page.getByRole('button', { name: 'Restaurar nota: Dos' }).click()
    await expect.poll(() => storedTitles()).toEqual(['Dos'])
    await page.request.delete(`/api/notes/${id}`, { headers })
  }
  await open(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
})

test('a note deleted on another device and restored here can be deleted again', async ({
  page,
  user,
  storedTitles,
}) => {
  const id = await user.addNote('Dos')
  await openList(page, ['Dos'])
  const headers = { Authorization: `Bearer ${user.token}` }
  await page.request.delete(`/api/notes/${id}`, { headers })
  await pressDelete(page, 'Dos')
  await expect(page.getByRole('dialog')).toBeHidden()
  // A note that is gone leaves its card for this opening.
  await expect(editLink(page, 'Dos')).toBeVisible()
  await page.request.post(`/api/trash/${id}/restore`, { headers })
  await reloadList(page, ['Dos'])
  await deleteNote(page, 'Dos')
  await expect(undo(page)).toBeVisible()
  expect(await storedTitles()).toEqual([])
})
