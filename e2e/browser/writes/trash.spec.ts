import { button, fillTrash, region } from '../../support/account'
import { card, open } from '../../support/actions'
import { jsonOf } from '../../support/api-client'
import { openCachedList } from '../../support/browser-storage'
import { content } from '../../support/drafts'
import { deleteNote, expect, writeTest as test } from '../../support/write-fixtures'

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
