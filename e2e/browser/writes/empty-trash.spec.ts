import { button, fillTrash, region } from '../../support/account'
import { open } from '../../support/actions'
import { jsonOf } from '../../support/api-client'
import { expect, writeTest as test } from '../../support/write-fixtures'

test('Vaciar papelera erases the notes that were shown, and says that another has come', async ({
  page,
  host,
  user,
}) => {
  await fillTrash(host, user, ['Uno', 'Dos'])
  await open(page, '/cuenta')
  await button(page, 'Ver papelera').click()
  const rows = region(page, 'Papelera').getByRole('listitem')
  await expect(rows).toHaveText([/^Dos/, /^Uno/])
  await fillTrash(host, user, ['Tres'])
  await button(page, 'Vaciar papelera').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Vaciar' }).click()

  await expect(page.getByText('Ha entrado otra nota, que sigue aquí.')).toBeVisible()
  await expect(rows).toHaveText([/^Tres/])
  expect(jsonOf(await user.call('GET', '/api/trash'))).toMatchObject([{ title: 'Tres' }])
  await button(page, 'Vaciar papelera').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Vaciar' }).click()
  await expect(page.getByText('La papelera está vacía.')).toBeVisible()
})
