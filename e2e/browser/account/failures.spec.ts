import { button, fillTrash, region, typePasswords } from '../../support/account'
import { expectScreen, loseResponses, open } from '../../support/actions'
import { call, listTitles, logIn, notesStatus } from '../../support/api-client'
import { openCachedList, readStore } from '../../support/browser-storage'
import { expect, storeSession, signedInTest as test } from '../../support/fixtures'

const UNREACHABLE = 'No se ha podido hacer. Comprueba tu conexión e inténtalo de nuevo.'

test('without a network each button says so, nothing is lost, and all work again afterwards', async ({
  page,
  context,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load (resource|chunk)|Failed to fetch|ERR_INTERNET_DISCONNECTED/)
  await fillTrash(user, ['Uno', 'Dos'])
  const other = await logIn(host, user)
  await open(page, '/cuenta')
  // Loads the code.
  await button(page, 'Ver papelera').hover()
  await button(page, 'Descargar notas').click()
  await expect(page.getByText('Se han descargado 0 notas.')).toBeVisible()

  await context.setOffline(true)
  for (const [section, name] of [
    ['Papelera', 'Ver papelera'],
    ['Sesiones', 'Ver sesiones'],
    ['Eliminar cuenta', 'Eliminar cuenta'],
  ] as const) {
    await button(page, name).click()
    await expect(region(page, section).getByRole('alert')).toHaveText(UNREACHABLE)
  }
  await button(page, 'Descargar notas').click()
  await expect(page.getByText('No se han podido descargar las notas.')).toBeVisible()
  await context.setOffline(false)
  await button(page, 'Ver papelera').click()
  await button(page, 'Ver sesiones').click()
  await button(page, 'Eliminar cuenta').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Contraseña').fill(user.password)
  await expect(page.getByText(UNREACHABLE)).toHaveCount(0)

  await context.setOffline(true)
  await button(page, 'Eliminar cuenta').last().click()
  await expect(dialog.getByRole('alert')).toHaveText(UNREACHABLE)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  const trash = region(page, 'Papelera').getByRole('listitem')
  const sessions = region(page, 'Sesiones').getByRole('listitem')
  await button(page, 'Restaurar nota: Uno').click()
  await expect(trash.filter({ hasText: 'Uno' })).toContainText(UNREACHABLE)
  await button(page, /^Cerrar la sesión/).click()
  await expect(sessions.last()).toContainText(UNREACHABLE)
  await typePasswords(page, user.password, 'una clave nueva')
  await button(page, 'Cambiar contraseña').click()
  await expect(region(page, 'Contraseña').getByRole('alert')).toHaveText(UNREACHABLE)

  await context.setOffline(false)
  await button(page, 'Restaurar nota: Uno').click()
  await expect(trash).toHaveText([/^Dos/])
  await button(page, /^Cerrar la sesión/).click()
  await expect(sessions).toHaveCount(1)
  await button(page, 'Cambiar contraseña').click()
  await expect(page.getByText('Contraseña cambiada.')).toBeVisible()
  await expect(page.getByText(UNREACHABLE)).toHaveCount(0)
  expect(await notesStatus(host, other)).toBe(401)
})

test('what another device has changed meanwhile is said, and gone from the lists; a change whose response was lost ends well when its button is pressed again', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Failed to fetch|Error 404|No se ha podido hacer/)
  const [one, two] = await fillTrash(user, ['Uno', 'Dos', 'Tres', 'Cuatro'])
  const others = [await logIn(host, user), await logIn(host, user)]
  await open(page, '/cuenta')
  const trash = region(page, 'Papelera')
  const sessions = region(page, 'Sesiones').getByRole('listitem')
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
  await button(page, 'Ver papelera').click()
  await button(page, 'Ver sesiones').click()
  await expect(sessions).toHaveCount(3)

  await test.step('what another device has changed is said', async () => {
    await user.call('POST', `/api/trash/${one}/restore`)
    await button(page, 'Restaurar nota: Uno').click()
    await expect(trash.getByText('«Uno» está otra vez entre tus notas.')).toBeVisible()
    await expect(trash.getByRole('listitem')).toHaveText([/^Cuatro/, /^Tres/, /^Dos/])
    await user.call('DELETE', `/api/trash/${two}`)
    await button(page, 'Restaurar nota: Dos').click()
    await expect(trash.getByText('«Dos» ya no está en la papelera.')).toBeVisible()
    await expect(trash.getByRole('listitem')).toHaveText([/^Cuatro/, /^Tres/])
    await user.call('DELETE', '/api/trash')
    await fillTrash(user, ['Cinco', 'Seis', 'Siete'])
    await button(page, 'Eliminar para siempre: Tres').click()
    await confirm('Eliminar')
    await expect(trash.getByText('«Tres» ya no está en la papelera.')).toBeVisible()
    await expect(trash.getByRole('listitem')).toHaveText([/^Siete/, /^Seis/, /^Cinco/])

    for (const token of others) await call(host, 'POST', '/api/auth/logout', { token })
    const end = button(page, /^Cerrar la sesión/)
    await end.first().click()
    await expect(end).toHaveCount(1)
    await end.click()
    await expect(sessions).toHaveText([/Este dispositivo/])
  })

  /** Loses the response to a change of the trash, which is looked up at once. */
  async function pressOnce(method: string, press: () => Promise<void>): Promise<void> {
    await loseResponses(page, /\/api\/trash/, method)
    await press()
    await page.unroute(/\/api\/trash/)
  }

  /** Presses a button twice: the response to the first press is lost. */
  async function pressTwice(method: string, press: () => Promise<void>): Promise<void> {
    await loseResponses(page, /\/api\/(account|trash)/, method)
    await press()
    await expect(page.getByText(UNREACHABLE)).toBeVisible()
    await page.unroute(/\/api\/(account|trash)/)
    await press()
    await expect(page.getByText(UNREACHABLE)).toHaveCount(0)
  }

  await pressOnce('POST', async () => {
    await button(page, 'Restaurar nota: Siete').click()
    await expect(page.getByText('«Siete» está otra vez entre tus notas.')).toBeVisible()
  })
  await pressOnce('DELETE', async () => {
    await button(page, 'Eliminar para siempre: Seis').click()
    await confirm('Eliminar')
    await expect(page.getByText('«Seis» se ha eliminado para siempre.')).toBeVisible()
  })
  await pressOnce('DELETE', async () => {
    await button(page, 'Vaciar papelera').click()
    await confirm('Vaciar')
    await expect(page.getByText('La papelera está vacía.')).toBeVisible()
  })
  expect(await listTitles(user)).toEqual(['Siete', 'Uno'])

  for (let i = 0; i < 2; i++) await logIn(host, user)
  await page.reload()
  await button(page, 'Ver sesiones').click()
  await expect(sessions).toHaveCount(3)
  await pressTwice('DELETE', () =>
    button(page, /^Cerrar la sesión/)
      .first()
      .click(),
  )
  await expect(sessions).toHaveCount(2)
  await button(page, 'Cerrar las demás').click()
  await page.getByRole('dialog').getByLabel('Contraseña').fill(user.password)
  await pressTwice('DELETE', () => confirm('Cerrar las demás'))
  await expect(sessions).toHaveCount(1)

  await typePasswords(page, user.password, 'una clave nueva')
  await pressTwice('PUT', () => button(page, 'Cambiar contraseña').click())
  await expect(page.getByText('Contraseña cambiada. Las demás sesiones se han cerrado.')).toBeVisible()
  await expect(page.getByLabel('Contraseña actual')).toHaveValue('')
  await expect.poll(() => notesStatus(host, user.token)).toBe(401)
  // A wrong password is still one.
  await typePasswords(page, user.password, 'otra clave nueva')
  await button(page, 'Cambiar contraseña').click()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()

  await button(page, 'Eliminar cuenta').click()
  await page.getByRole('dialog').getByLabel('Contraseña').fill('una clave nueva')
  await loseResponses(page, '**/api/account', 'DELETE')
  await confirm('Eliminar cuenta')
  await expect(page.getByRole('dialog').getByText(UNREACHABLE)).toBeVisible()
  await confirm('Cancelar')
  await button(page, 'Eliminar cuenta').click()
  await page.getByRole('dialog').getByLabel('Contraseña').fill('una clave nueva')
  await confirm('Eliminar cuenta')
  await expectScreen(page, '/')
  await expect(page.getByText('Tu cuenta se ha eliminado.')).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toBe('{}')
})

test('a session that the host has ended ends on the screen at the next press, whichever it is, and the heading has the focus', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 401|Error 401|No se ha podido hacer/)
  await fillTrash(user, ['Uno'])
  await logIn(host, user)
  const presses: (() => Promise<void>)[] = [
    () => button(page, 'Descargar notas').click(),
    () => button(page, 'Ver papelera').click(),
    () => button(page, 'Restaurar nota: Uno').click(),
    async () => {
      await button(page, 'Eliminar para siempre: Uno').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    },
    () => button(page, 'Ver sesiones').click(),
    () => button(page, /^Cerrar la sesión/).click(),
    () => button(page, 'Eliminar cuenta').click(),
    async () => {
      await typePasswords(page, user.password, 'una clave nueva')
      await button(page, 'Cambiar contraseña').click()
    },
  ]
  await openCachedList(page, [])
  await page.getByRole('link', { name: 'Cuenta' }).click()
  for (const [at, press] of presses.entries()) {
    // The list that the press needs is there.
    if (at === 2 || at === 3) await button(page, 'Ver papelera').click()
    if (at === 5) await button(page, 'Ver sesiones').click()
    await page.route('**/api/**', (route) => route.fulfill({ status: 401, body: '' }))
    await press()
    await expect(page.getByText('Tu sesión ha terminado.'), `press ${at}`).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(page.getByRole('region')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }), `press ${at}`).toBeFocused()
    if (at === 0) await expect.poll(() => readStore(page, 'lists')).toEqual([])
    await page.unroute('**/api/**')
    // As a login in another tab does.
    await storeSession(page, user)
    await page.evaluate(
      (newValue) => void dispatchEvent(new StorageEvent('storage', { key: 'token', newValue })),
      user.token,
    )
    await expect(button(page, 'Ver papelera')).toBeVisible()
  }
})
