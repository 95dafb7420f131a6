import type { Page } from '@playwright/test'
import { collectCalls, expectCards, expectScreen, loseResponses, open, write } from '../support/actions'
import { type Api, call, jsonOf, listNotes, logIn } from '../support/api-client'
import { expectCachedList, installServiceWorker, readAllStorage, readStore } from '../support/browser-storage'
import { expectDrafts } from '../support/drafts'
import {
  expect,
  startSession,
  signedInTest as test,
  type User,
  test as visitorTest,
} from '../support/fixtures'
import { signInWithOidc } from '../support/oidc-calls'
import { linkIn } from '../support/servers/mail'
import { chooseFiles, startImport, takeoutOf } from '../support/transfer/choose-files'
import { readZip } from '../support/transfer/read-zip'

const UNREACHABLE = 'No se ha podido hacer. Comprueba tu conexión e inténtalo de nuevo.'

const region = (page: Page, name: string) => page.getByRole('region', { name })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Deletes new notes with these titles, the last one last, and returns their ids. */
async function fillTrash(host: Api, user: User, titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) {
    const id = await user.addNote(title)
    await call(host, 'DELETE', `/api/notes/${id}`, user)
    ids.push(id)
  }
  return ids
}

async function typePasswords(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Contraseña actual').fill(current)
  await page.getByLabel('Nueva contraseña').fill(next)
}

test('a deleted note is restored from the trash, and another is deleted for good', async ({
  page,
  host,
  user,
}) => {
  await fillTrash(host, user, ['Uno', 'Dos', 'Tres'])
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
  expectConsole(/403|400|No se ha podido hacer/)
  const other = await logIn(host, user)
  await open(page, '/cuenta')
  await button(page, 'Ver sesiones').click()
  await expect(button(page, 'Cerrar las demás')).toBeVisible()
  const [current, next] = [page.getByLabel('Contraseña actual'), page.getByLabel('Nueva contraseña')]
  const change = button(page, 'Cambiar contraseña')
  await change.click()
  await expect(page.getByText('Escribe tu contraseña actual.')).toBeVisible()
  await expect(page.getByText('La contraseña debe tener al menos 6 caracteres.')).toBeVisible()
  await expect(current).toBeFocused()
  const calls = collectCalls(page)
  await typePasswords(page, 'otra clave', 'corta')
  await change.click()
  await expect(next).toBeFocused()
  expect(calls).toEqual([])
  await next.fill('una clave nueva')
  await change.click()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await current.fill(user.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contraseña cambiada. Las demás sesiones se han cerrado.')).toBeVisible()
  await expect(current).toHaveValue('')
  await expect(next).toHaveValue('')
  await expect(button(page, 'Ver sesiones')).toBeVisible()
  await expect(button(page, 'Cerrar las demás')).toBeHidden()
  expect((await call(host, 'GET', '/api/notes', { token: other })).status).toBe(401)
  expect((await call(host, 'GET', '/api/notes', user)).status).toBe(200)
})

test('password managers find the name of the account beside each password', async ({ page, user }) => {
  await open(page, '/cuenta')
  await button(page, 'Eliminar cuenta').click()
  const fields = page.getByRole('dialog').locator('form')
  await fields.waitFor()
  for (const form of [fields, region(page, 'Contraseña').locator('form')]) {
    const name = form.locator('input[autocomplete=username]')
    await expect(name).toHaveValue(user.email)
    await expect(name).toBeHidden()
    await expect(form.locator('input[autocomplete=current-password]')).toBeVisible()
  }
  await expect(page.locator('input[autocomplete=new-password]')).toBeVisible()
})

visitorTest(
  'an account that came from a provider gets a link for a password by mail, and is deleted with its email',
  async ({ page, context, host, oidcAccount, mail, expectConsole }) => {
    expectConsole(/Failed to load resource.* 40[134]|Error 404|No se ha podido hacer/)
    const { token, email } = await signInWithOidc(host, oidcAccount)
    await startSession(context, host.origin, { token, email })
    await open(page, '/cuenta')
    const change = button(page, 'Cambiar contraseña')
    await change.click()
    await expect(region(page, 'Contraseña').getByRole('status')).toHaveText(
      'Si hay una cuenta con ese correo, en unos minutos recibirás en él un enlace para elegir otra contraseña.',
    )
    expect(linkIn((await mail.mailsTo(email))[0])).toContain('/reset-password/#token=')
    await page.route('**/api/auth/forgot', (route) => route.fulfill({ status: 404, body: '' }))
    await change.click()
    await expect(page.getByText('Este sitio no puede hacerlo. Pregunta a quien lo administra.')).toBeVisible()

    await button(page, 'Eliminar cuenta').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('otra@correo.es')
    await dialog.getByRole('button', { name: 'Eliminar cuenta' }).click()
    await expect(dialog.getByText('Ese no es el correo de tu cuenta.')).toBeVisible()
    await dialog.getByLabel('Email').fill(` ${email} `)
    await page.keyboard.press('Enter')
    await expectScreen(page, '/')
    await expect.poll(() => readAllStorage(page)).not.toContain(email)
  },
)

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

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('an account is deleted once its notes were offered and its password typed, and leaves nothing in the browser', async ({
    page,
    context,
    host,
    user,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource.* 40[13]|No se ha podido hacer|No token found/)
    const id = await user.addNote('Plantas secretas')
    const [list, editor, account] = [page, await context.newPage(), await context.newPage()]
    await open(editor, `/note-editor/${id}`)
    await write(editor, { content: 'Borrador secreto' })
    await expectDrafts(editor, ['Borrador secreto'])
    await fillTrash(host, user, ['Basura secreta'])
    await open(account, '/cuenta')
    await button(account, 'Ver papelera').click()
    await account.getByText('Basura secreta').waitFor()
    await open(list, '/notas')
    await expectCards(list, ['Plantas secretas'])
    await expectCachedList(list, ['Plantas secretas'])
    await installServiceWorker(list)
    const leaving = await context.newPage()
    await open(leaving, '/cuenta')

    await button(leaving, 'Eliminar cuenta').click()
    const dialog = leaving.getByRole('dialog')
    const downloading = leaving.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Descargar notas' }).click()
    const files = await readZip(await (await downloading).path())
    expect(Object.keys(files)).toContain('notas/Plantas secretas.md')
    await expect(dialog.getByText('Se ha descargado 1 nota.')).toBeVisible()
    await dialog.getByLabel('Contraseña').fill('otra clave')
    await dialog.getByRole('button', { name: 'Eliminar cuenta' }).click()
    await expect(dialog.getByText('La contraseña actual no es correcta.')).toBeVisible()
    expect((await call(host, 'GET', '/api/notes', user)).status).toBe(200)
    await dialog.getByLabel('Contraseña').fill(user.password)
    await leaving.keyboard.press('Enter')

    await expectScreen(leaving, '/')
    await expect(leaving.getByText('Tu cuenta se ha eliminado.')).toBeVisible()
    for (const tab of [list, account]) await expect(tab.getByText('Tu sesión ha terminado.')).toBeVisible()
    await expect(editor.getByPlaceholder('Título de la nota')).toHaveValue('')
    for (const tab of [list, account, editor]) await expect(tab.getByText('secret')).toHaveCount(0)
    await expect
      .poll(() => leaving.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
      .toBe('[{},{}]')
    const stored = async () => {
      const all = await readAllStorage(leaving)
      return [user.email, user.token, 'secret', 'secreto'].filter((text) => all.includes(text))
    }
    await expect.poll(stored).toEqual([])
    expect((await call(host, 'GET', '/api/notes', user)).status).toBe(401)
    expect((await call(host, 'POST', '/api/auth/login', { json: user })).status).toBe(401)
  })
})

test('on a host that knows only the seven calls each button says so', async ({ page, expectConsole }) => {
  expectConsole(/404|Unexpected response|Error 200/)
  const calls = collectCalls(page)
  await open(page, '/cuenta')
  const responses = [
    { status: 404, body: '' },
    { status: 200, body: '' },
    { status: 200, json: {} },
    { status: 200, body: '<!doctype html>', contentType: 'text/html' },
  ]
  for (const response of responses) {
    await page.route(/\/api\/(account|trash)/, (route) => route.fulfill(response))
    for (const [section, name] of [
      ['Papelera', 'Ver papelera'],
      ['Contraseña', 'Cambiar contraseña'],
      ['Sesiones', 'Ver sesiones'],
      ['Eliminar cuenta', 'Eliminar cuenta'],
    ] as const) {
      const count = calls.length
      await button(page, name).click()
      await expect.poll(() => calls.length).toBe(count + 1)
      await expect(region(page, section).getByRole('alert'), JSON.stringify(response)).toHaveText(
        'Este sitio no puede hacerlo. Pregunta a quien lo administra.',
      )
    }
  }
  expect(calls.filter((call) => !/account|trash/.test(call))).toEqual([])
})

test('without a network each button says so, nothing is lost, and all work again afterwards', async ({
  page,
  context,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/)
  await fillTrash(host, user, ['Uno', 'Dos'])
  const other = await logIn(host, user)
  await open(page, '/cuenta')
  await button(page, 'Descargar notas').hover()
  await page.waitForLoadState('networkidle')

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
  expect((await call(host, 'GET', '/api/notes', { token: other })).status).toBe(401)
})

test('a change whose response was lost ends well when its button is pressed again', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Failed to fetch|Error 404|No se ha podido hacer/)
  await fillTrash(host, user, ['Uno', 'Dos', 'Tres'])
  for (let i = 0; i < 2; i++) await logIn(host, user)
  await open(page, '/cuenta')
  await button(page, 'Ver papelera').click()
  await button(page, 'Ver sesiones').click()
  await region(page, 'Sesiones').getByRole('listitem').first().waitFor()

  /** Presses a button twice: the response to the first press is lost. */
  async function pressTwice(method: string, press: () => Promise<void>): Promise<void> {
    await loseResponses(page, /\/api\/(account|trash)/, method)
    await press()
    await expect(page.getByText(UNREACHABLE)).toBeVisible()
    await page.unroute(/\/api\/(account|trash)/)
    await press()
    await expect(page.getByText(UNREACHABLE)).toHaveCount(0)
  }

  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
  await pressTwice('POST', () => button(page, 'Restaurar nota: Tres').click())
  await expect(page.getByText('«Tres» está otra vez entre tus notas.')).toBeVisible()
  await pressTwice('DELETE', async () => {
    await button(page, 'Eliminar para siempre: Dos').click()
    await confirm('Eliminar')
  })
  await expect(page.getByText('«Dos» ya no está en la papelera.')).toBeVisible()
  await pressTwice('DELETE', async () => {
    await button(page, 'Vaciar papelera').click()
    await confirm('Vaciar')
  })
  await expect(page.getByText('La papelera está vacía.')).toBeVisible()
  expect((await listNotes(host, user)).map(({ title }) => title)).toEqual(['Tres'])

  const sessions = region(page, 'Sesiones').getByRole('listitem')
  await pressTwice('DELETE', () =>
    button(page, /^Cerrar la sesión/)
      .first()
      .click(),
  )
  await expect(sessions).toHaveCount(2)
  await pressTwice('DELETE', () => button(page, 'Cerrar las demás').click())
  await expect(sessions).toHaveCount(1)

  await typePasswords(page, user.password, 'una clave nueva')
  await pressTwice('PUT', () => button(page, 'Cambiar contraseña').click())
  await expect(page.getByText('Contraseña cambiada. Las demás sesiones se han cerrado.')).toBeVisible()
  await expect(page.getByLabel('Contraseña actual')).toHaveValue('')
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

test('what another device has changed meanwhile is said, and gone from the lists', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 404|Error 404/)
  const ids = await fillTrash(host, user, ['Uno', 'Dos', 'Tres', 'Cuatro'])
  const others = [await logIn(host, user), await logIn(host, user)]
  await open(page, '/cuenta')
  const trash = region(page, 'Papelera')
  await button(page, 'Ver papelera').click()
  await button(page, 'Ver sesiones').click()
  await expect(region(page, 'Sesiones').getByRole('listitem')).toHaveCount(3)

  const [one, two] = ids
  await call(host, 'POST', `/api/trash/${one}/restore`, user)
  await button(page, 'Restaurar nota: Uno').click()
  await expect(trash.getByText('«Uno» está otra vez entre tus notas.')).toBeVisible()
  await expect(trash.getByRole('listitem')).toHaveText([/^Cuatro/, /^Tres/, /^Dos/])
  await call(host, 'DELETE', `/api/trash/${two}`, user)
  await button(page, 'Restaurar nota: Dos').click()
  await expect(trash.getByText('«Dos» ya no está en la papelera.')).toBeVisible()
  await expect(trash.getByRole('listitem')).toHaveText([/^Cuatro/, /^Tres/])
  await call(host, 'DELETE', '/api/trash', user)
  await fillTrash(host, user, ['Cinco'])
  await button(page, 'Eliminar para siempre: Tres').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(trash.getByText('«Tres» ya no está en la papelera.')).toBeVisible()
  await expect(trash.getByRole('listitem')).toHaveText([/^Cinco/])

  for (const token of others) await call(host, 'POST', '/api/auth/logout', { token })
  const end = button(page, /^Cerrar la sesión/)
  await end.first().click()
  await expect(end).toHaveCount(1)
  await end.click()
  await expect(region(page, 'Sesiones').getByRole('listitem')).toHaveText([/Este dispositivo/])
})

test('a session that the host has ended ends on the screen at the next press, whichever it is', async ({
  page,
  host,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 401|Error 401|No se ha podido hacer/)
  await fillTrash(host, user, ['Uno'])
  await logIn(host, user)
  const presses: (() => Promise<void>)[] = [
    () => button(page, 'Descargar notas').click(),
    () => button(page, 'Ver papelera').click(),
    () => button(page, 'Restaurar nota: Uno').click(),
    () => button(page, 'Ver sesiones').click(),
    () => button(page, /^Cerrar la sesión/).click(),
    () => button(page, 'Eliminar cuenta').click(),
    async () => {
      await typePasswords(page, user.password, 'una clave nueva')
      await button(page, 'Cambiar contraseña').click()
    },
  ]
  await open(page, '/notas')
  await expectCachedList(page, [])
  await page.getByRole('link', { name: 'Cuenta' }).click()
  for (const [at, press] of presses.entries()) {
    // The list that the press needs is there.
    if (at === 2) await button(page, 'Ver papelera').click()
    if (at === 4) await button(page, 'Ver sesiones').click()
    await page.route('**/api/**', (route) => route.fulfill({ status: 401, body: '' }))
    await press()
    await expect(page.getByText('Tu sesión ha terminado.'), `press ${at}`).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(page.getByRole('region')).toHaveCount(0)
    if (at === 0) await expect.poll(() => readStore(page, 'lists')).toEqual([])
    await page.unroute('**/api/**')
    // As a login in another tab does.
    await page.evaluate(
      ([token, email]) => {
        localStorage.setItem('user', JSON.stringify([token, email]))
        dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token as string }))
      },
      [user.token, user.email],
    )
    await expect(button(page, 'Ver papelera')).toBeVisible()
  }
})

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

test('a trash of many notes is shown in parts', async ({ page }) => {
  const notes = Array.from({ length: 205 }, (_, at) => ({
    _id: String(at),
    title: `Nota ${at}`,
    content: '',
    deletedAt: 1,
  }))
  await page.route('**/api/trash', (route) => route.fulfill({ json: notes }))
  await open(page, '/cuenta')
  await button(page, 'Ver papelera').click()
  const rows = region(page, 'Papelera').getByRole('listitem')
  await expect(rows).toHaveCount(100)
  const more = button(page, 'Ver más')
  await more.click()
  await expect(rows).toHaveCount(200)
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(205)
  await expect(rows.nth(200)).toBeFocused()
  await expect(more).toBeHidden()
})

test('a download before the deletion leaves an import that is under way', async ({ page }) => {
  await open(page, '/cuenta')
  await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
  await page.getByText('Se importarán 2 notas.').waitFor()
  await button(page, 'Eliminar cuenta').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Descargar notas' }).click()
  await expect(dialog.getByText('Se han descargado 0 notas.')).toBeVisible()
  await page.keyboard.press('Escape')
  await startImport(page)
  await expect(page.getByText('Se han importado 2 notas.')).toBeVisible()
})
