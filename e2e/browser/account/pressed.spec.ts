import { button, fillTrash, region, typePasswords } from '../../support/account'
import { collectCalls, expectScreen, open } from '../../support/actions'
import { listNotes, logIn } from '../../support/api-client'
import { expect, signedInTest as test } from '../../support/fixtures'

test('the keyboard alone goes from row to row, and a key pressed twice acts on one', async ({
  page,
  host,
  user,
}) => {
  await fillTrash(host, user, ['Uno', 'Dos', 'Tres', 'Cuatro'])
  for (let i = 0; i < 2; i++) await logIn(host, user)
  await open(page, '/cuenta')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const trash = region(page, 'Papelera')
  const row = (title: string) => trash.getByRole('listitem').filter({ hasText: title })
  await button(page, 'Ver papelera').focus()
  await press('Enter')
  await expect(row('Cuatro')).toBeFocused()
  await press('Tab')
  await expect(button(page, 'Restaurar nota: Cuatro')).toBeFocused()
  await press('Enter', 'Enter')
  await expect(row('Tres')).toBeFocused()
  await press('Enter', 'Tab', 'Tab', 'Enter')
  const dialog = page.getByRole('dialog', { name: '¿Eliminar esta nota para siempre?' })
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button(page, 'Eliminar para siempre: Tres')).toBeFocused()
  await press('Enter', 'Tab', 'Enter')
  await expect(row('Dos')).toBeFocused()
  await button(page, 'Restaurar nota: Uno').focus()
  await press('Enter')
  await expect(row('Dos')).toBeFocused()
  await button(page, 'Vaciar papelera').focus()
  await press('Enter', 'Escape')
  await expect(button(page, 'Vaciar papelera')).toBeFocused()
  await press('Enter', 'Tab', 'Enter')
  await expect(trash).toBeFocused()
  await expect(trash).toContainText('La papelera está vacía.')
  expect((await listNotes(host, user)).map(({ title }) => title)).toEqual(['Uno', 'Cuatro'])

  const sessions = region(page, 'Sesiones').getByRole('listitem')
  await button(page, 'Ver sesiones').focus()
  await press('Enter')
  await expect(sessions.first()).toBeFocused()
  await press('Tab', 'Enter', 'Enter')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.last()).toBeFocused()
  await button(page, 'Cerrar las demás').focus()
  await press('Enter')
  await expect(sessions).toHaveCount(1)
  await expect(sessions.first()).toBeFocused()

  await button(page, 'Eliminar cuenta').focus()
  await press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Descargar notas' })).toBeFocused()
  await press('Tab')
  await expect(page.getByRole('dialog').getByLabel('Contraseña')).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Escríbelo para confirmar.')).toBeVisible()
  await press('Escape')
  await expect(button(page, 'Eliminar cuenta')).toBeFocused()
})

test('a button that is pressed twice sends one call, and none for the row that takes the place', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  // A sign-out follows the deletion.
  expectConsole(/Failed to load resource.* 401/)
  const [, two, three] = await fillTrash(host, user, ['Uno', 'Dos', 'Tres'])
  for (let i = 0; i < 3; i++) await logIn(host, user)
  await open(page, '/cuenta')
  const calls = collectCalls(page)
  const trash = region(page, 'Papelera').getByRole('listitem')
  const sessions = region(page, 'Sesiones').getByRole('listitem')
  const dialog = page.getByRole('dialog')

  await button(page, 'Ver papelera').dblclick()
  await expect(trash).toHaveCount(3)
  await button(page, 'Restaurar nota: Tres').click()
  await expect(trash).toHaveCount(2)
  // The second click of a double click, on the row that has taken the place.
  await button(page, 'Restaurar nota: Dos').hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await button(page, 'Eliminar para siempre: Dos').click()
  await dialog.getByRole('button', { name: 'Eliminar' }).dblclick()
  await expect(trash).toHaveText([/^Uno/])
  await button(page, 'Vaciar papelera').click()
  await dialog.getByRole('button', { name: 'Vaciar' }).dblclick()
  await expect(trash).toHaveCount(0)
  await button(page, 'Ver sesiones').dblclick()
  await expect(sessions).toHaveCount(4)
  await button(page, /^Cerrar la sesión/)
    .first()
    .dblclick()
  await expect(sessions).toHaveCount(3)
  await button(page, 'Cerrar las demás').dblclick()
  await expect(sessions).toHaveCount(1)
  await typePasswords(page, user.password, 'una clave nueva')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contraseña cambiada.')).toBeVisible()
  await button(page, 'Eliminar cuenta').dblclick()
  await dialog.getByLabel('Contraseña').fill('una clave nueva')
  await dialog.getByRole('button', { name: 'Eliminar cuenta' }).dblclick()
  await expectScreen(page, '/')

  const sent = calls.filter((call) => !call.endsWith('/logout'))
  expect(sent).toEqual([
    'GET /api/trash',
    `POST /api/trash/${three}/restore`,
    `DELETE /api/trash/${two}`,
    'DELETE /api/trash',
    'GET /api/account/sessions',
    expect.stringMatching(/^DELETE \/api\/account\/sessions\/[\w-]+$/),
    'DELETE /api/account/sessions',
    'GET /api/account',
    'PUT /api/account/password',
    'GET /api/account',
    'DELETE /api/account',
  ])
})
