import type { Page } from '@playwright/test'
import { button, fillTrash, region, typePasswords } from '../../support/account'
import { collectCalls, expectScreen, open } from '../../support/actions'
import { listTitles, logIn, notesStatus } from '../../support/api-client'
import { expect, signedInTest as test } from '../../support/fixtures'

const trash = (page: Page) => region(page, 'Papelera')
const sessions = (page: Page) => region(page, 'Sesiones').getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog')

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('the account is used by the keyboard alone, and a key pressed twice acts once', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 403|No se ha podido hacer/)
  await fillTrash(user, ['Uno', 'Dos', 'Tres', 'Cuatro'])
  const others = [await logIn(host, user), await logIn(host, user)]
  await open(page, '/cuenta')

  await test.step('the trash goes from row to row', async () => {
    const row = (title: string) => trash(page).getByRole('listitem').filter({ hasText: title })
    await button(page, 'Ver papelera').focus()
    await press(page, 'Enter')
    await expect(row('Cuatro')).toBeFocused()
    await press(page, 'Tab')
    await expect(button(page, 'Restaurar nota: Cuatro')).toBeFocused()
    await press(page, 'Enter', 'Enter')
    await expect(row('Tres')).toBeFocused()
    await press(page, 'Enter', 'Tab', 'Tab', 'Enter')
    const question = page.getByRole('dialog', { name: '¿Eliminar esta nota para siempre?' })
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await press(page, 'Escape')
    await expect(question).toBeHidden()
    await expect(button(page, 'Eliminar para siempre: Tres')).toBeFocused()
    await press(page, 'Enter', 'Tab', 'Enter')
    await expect(row('Dos')).toBeFocused()
    await button(page, 'Restaurar nota: Uno').focus()
    await press(page, 'Enter')
    await expect(row('Dos')).toBeFocused()
    await button(page, 'Vaciar papelera').focus()
    await press(page, 'Enter', 'Escape')
    await expect(button(page, 'Vaciar papelera')).toBeFocused()
    await press(page, 'Enter', 'Tab', 'Enter')
    await expect(trash(page)).toBeFocused()
    await expect(trash(page)).toContainText('La papelera está vacía.')
    expect(await listTitles(user)).toEqual(['Uno', 'Cuatro'])
  })

  await test.step('the sessions go from row to row', async () => {
    await button(page, 'Ver sesiones').focus()
    await press(page, 'Enter')
    await expect(sessions(page).first()).toBeFocused()
    await expect(sessions(page)).toHaveCount(3)
    await expect(sessions(page).getByText('Este dispositivo')).toHaveCount(1)
    await press(page, 'Tab', 'Enter', 'Enter')
    await expect(sessions(page)).toHaveCount(2)
    await expect(sessions(page).last()).toBeFocused()
    await button(page, 'Cerrar las demás').focus()
    await press(page, 'Enter')
    await expect(dialog(page).getByLabel('Contraseña')).toBeFocused()
    await press(page, 'Enter')
    await expect(dialog(page).getByText('Escríbela para confirmar.')).toBeVisible()
    await press(page, 'Escape')
    await expect(button(page, 'Cerrar las demás')).toBeFocused()
    await press(page, 'Enter')
    await expect(dialog(page).getByLabel('Contraseña')).toBeFocused()
    await page.keyboard.type('otra clave')
    await press(page, 'Enter')
    const question = page.getByRole('dialog', { name: '¿Cerrar las demás sesiones?' })
    await expect(question.getByRole('alert')).toHaveText('La contraseña actual no es correcta.')
    await question.getByLabel('Contraseña').fill(user.password)
    await press(page, 'Enter')
    await expect(sessions(page)).toHaveCount(1)
    await expect(sessions(page).first()).toBeFocused()
    await expect(region(page, 'Sesiones').getByRole('status')).toHaveText(
      'Las demás sesiones se han cerrado.',
    )
    await expect(question).toBeHidden()
    for (const token of others) expect(await notesStatus(host, token)).toBe(401)
  })

  await test.step('the deletion is opened, refused and left', async () => {
    await button(page, 'Eliminar cuenta').focus()
    await press(page, 'Enter')
    await expect(dialog(page).getByRole('button', { name: 'Descargar notas' })).toBeFocused()
    await press(page, 'Tab')
    await expect(dialog(page).getByLabel('Contraseña')).toBeFocused()
    await press(page, 'Enter')
    await expect(page.getByText('Escríbela para confirmar.')).toBeVisible()
    await press(page, 'Escape')
    await expect(button(page, 'Eliminar cuenta')).toBeFocused()
  })
})

test('a button that is pressed twice sends one call, and none for the row that takes the place', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  const [, two, three] = await fillTrash(user, ['Uno', 'Dos', 'Tres'])
  for (let i = 0; i < 3; i++) await logIn(host, user)
  await open(page, '/cuenta')

  await test.step('in the trash', async () => {
    const calls = collectCalls(page)
    const rows = trash(page).getByRole('listitem')
    await button(page, 'Ver papelera').dblclick()
    await expect(rows).toHaveCount(3)
    await button(page, 'Restaurar nota: Tres').click()
    await expect(rows).toHaveCount(2)
    // The second click of a double click, on the row that has taken the place.
    await button(page, 'Restaurar nota: Dos').hover()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await button(page, 'Eliminar para siempre: Dos').click()
    await dialog(page).getByRole('button', { name: 'Eliminar' }).dblclick()
    await expect(rows).toHaveText([/^Uno/])
    await button(page, 'Vaciar papelera').click()
    await dialog(page).getByRole('button', { name: 'Vaciar' }).dblclick()
    await expect(trash(page)).toContainText('La papelera está vacía.')
    expect(calls).toEqual([
      'GET /api/trash',
      `POST /api/trash/${three}/restore`,
      `DELETE /api/trash/${two}`,
      'DELETE /api/trash',
    ])
  })

  await test.step('in the sessions', async () => {
    const calls = collectCalls(page)
    await button(page, 'Ver sesiones').dblclick()
    await expect(sessions(page)).toHaveCount(4)
    await button(page, /^Cerrar la sesión/)
      .first()
      .dblclick()
    await expect(sessions(page)).toHaveCount(3)
    await button(page, 'Cerrar las demás').dblclick()
    await dialog(page).getByLabel('Contraseña').fill(user.password)
    await dialog(page).getByRole('button', { name: 'Cerrar las demás' }).dblclick()
    await expect(sessions(page)).toHaveCount(1)
    expect(calls).toEqual([
      'GET /api/account/sessions',
      expect.stringMatching(/^DELETE \/api\/account\/sessions\/[\w-]+$/),
      'GET /api/account',
      'DELETE /api/account/sessions',
    ])
  })

  await test.step('the password, and the deletion of the account', async () => {
    // A sign-out follows the deletion.
    expectConsole(/Failed to load resource.* 401/)
    const calls = collectCalls(page)
    await typePasswords(page, user.password, 'una clave nueva')
    await press(page, 'Enter', 'Enter')
    await expect(page.getByText('Contraseña cambiada.')).toBeVisible()
    await button(page, 'Eliminar cuenta').dblclick()
    await dialog(page).getByLabel('Contraseña').fill('una clave nueva')
    await dialog(page).getByRole('button', { name: 'Eliminar cuenta' }).dblclick()
    await expectScreen(page, '/')
    expect(calls.filter((call) => !call.endsWith('/logout'))).toEqual([
      'GET /api/account',
      'PUT /api/account/password',
      'POST /api/auth/login',
      'GET /api/account',
      'DELETE /api/account',
    ])
  })
})
