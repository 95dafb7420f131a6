import { expectScreen, open } from '../support/actions'
import { call, jsonOf, listNotes, logIn } from '../support/api-client'
import { expect, signedInTest as test } from '../support/fixtures'

test('a deleted note is restored from the trash, and another is deleted for good', async ({
  page,
  host,
  user,
}) => {
  for (const title of ['Uno', 'Dos', 'Tres']) {
    await call(host, 'DELETE', `/api/notes/${await user.addNote(title)}`, user)
  }
  await open(page, '/cuenta')
  await page.getByRole('button', { name: 'Ver papelera' }).click()
  const trash = page.getByRole('region', { name: 'Papelera' })
  await expect(trash.getByRole('listitem')).toHaveText([/^Tres/, /^Dos/, /^Uno/])
  await page.getByRole('button', { name: 'Restaurar nota: Dos' }).click()
  await expect(trash.getByText('«Dos» está otra vez entre tus notas.')).toBeVisible()
  await page.getByRole('button', { name: 'Eliminar para siempre: Tres' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(trash.getByRole('listitem')).toHaveText([/^Uno/])
  await page.getByRole('button', { name: 'Vaciar papelera' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Vaciar' }).click()
  await expect(trash.getByText('La papelera está vacía.')).toBeVisible()
  expect((await listNotes(host, user)).map(({ title }) => title)).toEqual(['Dos'])
  expect(jsonOf(await call(host, 'GET', '/api/trash', user))).toEqual([])
})

test('the password is changed with the one in use, and other sessions end', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/403|No se ha podido hacer/)
  const other = await logIn(host, user)
  await open(page, '/cuenta')
  const change = page.getByRole('button', { name: 'Cambiar contraseña' })
  await page.getByLabel('Contraseña actual').fill('otra clave')
  await page.getByLabel('Nueva contraseña').fill('corta')
  await change.click()
  await expect(page.getByLabel('Nueva contraseña')).toBeFocused()
  await page.getByLabel('Nueva contraseña').fill('una clave nueva')
  await change.click()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await page.getByLabel('Contraseña actual').fill(user.password)
  await change.click()
  await expect(page.getByText('Contraseña cambiada. Las demás sesiones se han cerrado.')).toBeVisible()
  expect((await call(host, 'GET', '/api/notes', { token: other })).status).toBe(401)
  expect((await call(host, 'GET', '/api/notes', user)).status).toBe(200)
})

test('the sessions are listed by browser and system, and the others can be ended', async ({
  page,
  host,
  user,
}) => {
  const others = [await logIn(host, user), await logIn(host, user)]
  await open(page, '/cuenta')
  await page.getByRole('button', { name: 'Ver sesiones' }).click()
  const sessions = page.getByRole('region', { name: 'Sesiones' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByText('Este dispositivo')).toHaveCount(1)
  await sessions
    .getByRole('button', { name: /^Cerrar la sesión/ })
    .first()
    .click()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'Cerrar las demás' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  for (const token of others) expect((await call(host, 'GET', '/api/notes', { token })).status).toBe(401)
})

test('an account is deleted once its password confirms it, and leaves nothing in the browser', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/403|401|No se ha podido hacer/)
  await user.addNote('Plantas')
  await open(page, '/notas')
  await page.getByRole('link', { name: 'Cuenta' }).click()
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Contraseña').fill('otra clave')
  await dialog.getByRole('button', { name: 'Eliminar cuenta' }).click()
  await expect(dialog.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await dialog.getByLabel('Contraseña').fill(user.password)
  await page.keyboard.press('Enter')
  await expectScreen(page, '/')
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect((await call(host, 'GET', '/api/notes', user)).status).toBe(401)
  expect((await call(host, 'POST', '/api/auth/login', { json: user })).status).toBe(401)
})

test('on a host that knows only the seven calls each button says so', async ({ page, expectConsole }) => {
  expectConsole(/404|Error 404/)
  await page.route(/\/api\/(account|trash)/, (route) => route.fulfill({ status: 404, body: '' }))
  await open(page, '/cuenta')
  const sentence = 'Este sitio no puede hacerlo. Pregunta a quien lo administra.'
  for (const [region, button] of [
    ['Papelera', 'Ver papelera'],
    ['Sesiones', 'Ver sesiones'],
    ['Eliminar cuenta', 'Eliminar cuenta'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('region', { name: region }).getByText(sentence)).toBeVisible()
  }
  await page.getByLabel('Nueva contraseña').fill('una clave nueva')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByRole('region', { name: 'Contraseña' }).getByText(sentence)).toBeVisible()
})
