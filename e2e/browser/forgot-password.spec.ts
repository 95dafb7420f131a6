import type { Page } from '@playwright/test'
import {
  alert,
  answerCall,
  collectCalls,
  expectScreen,
  logInHere,
  loseResponses,
  open,
  pauseCalls,
  pressSignOut,
  signIn,
} from '../support/actions'
import { loginStatus, type Origin, requestLink } from '../support/api-client'
import { readAllStorage } from '../support/browser-storage'
import { BASE, expect, startSession, test, type User } from '../support/fixtures'
import { linkIn, type MailServer } from '../support/servers/mail'

const MAILED =
  'Si hay una cuenta con ese correo, en unos minutos recibirás en él un enlace para elegir otra contraseña.'
const NOT_SUPPORTED = 'Este sitio no puede recuperar contraseñas. Pregunta a quien lo administra.'
const GONE = 'Este enlace ya no sirve: ha caducado, ya se ha usado o hay otro más reciente. Pide uno nuevo.'
const INCOMPLETE = 'Este enlace no está completo. Ábrelo desde el correo otra vez, o pide uno nuevo.'

const dialog = (page: Page) => page.getByRole('dialog', { name: '¿Has olvidado tu contraseña?' })

/** Opens the form after filling the email field of the login. It asks whether the host sends mail. */
async function openForm(page: Page, email: string): Promise<void> {
  await open(page, '/')
  await page.getByLabel('Email').fill(email)
  const asked = page.waitForRequest('**/api/auth/forgot')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await asked
  await expect(dialog(page)).toBeVisible()
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
}

async function mailedLink(host: Origin, mail: MailServer, user: User): Promise<string> {
  expect((await requestLink(host, user.email)).status).toBe(200)
  return linkIn((await mail.mailsTo(user.email))[0])
}

test('a user follows the mailed link, sets a new password and logs in with it', {
  tag: '@cluster',
}, async ({ page, user, mail }) => {
  await user.addNote('Plantas')
  await openForm(page, `  ${user.email} `)
  const field = dialog(page).getByLabel('Email')
  await expect(field).toHaveValue(user.email)
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toHaveText(MAILED)
  await expect(field).toBeHidden()
  await expect(dialog(page).getByRole('button', { name: 'Cerrar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused()

  const link = linkIn((await mail.mailsTo(user.email))[0])
  const token = new URL(link).hash.slice('#token='.length)
  const requests: string[] = []
  page.on('request', (request) =>
    requests.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`),
  )
  await page.goto(link)
  await expect(page).toHaveTitle('Reset password · Notas')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset password')
  await expect(page.getByLabel('New password')).toHaveAttribute('name', 'password')
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'password')
  await expect(page).toHaveURL(`${BASE}/reset-password/`)
  await choosePassword(page, 'otra clave nueva')

  await expectScreen(page, '/')
  await expect(page.getByText('Contraseña cambiada. Ya puedes iniciar sesión.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(`${BASE}/`)
  expect(requests.filter((request) => request.includes(token))).toEqual([])
  expect(await readAllStorage(page)).not.toContain(token)
  expect((await user.call('GET', '/api/notes')).status).toBe(401)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Contraseña cambiada.')).toBeHidden()
  await signIn(page, { ...user, password: 'otra clave nueva' })
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('the form for a link is used by keyboard, and says what is wrong with its email', async ({ page }) => {
  const calls = collectCalls(page)
  const button = page.getByRole('button', { name: 'Forgot password?' })
  const field = dialog(page).getByLabel('Email')
  await open(page, '/')

  await test.step('Tab reaches the button after the password; Enter opens the form, Escape closes it', async () => {
    await page.getByLabel('Email').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Password')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(button).toBeFocused()

    await page.keyboard.press('Space')
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('an invalid email shows a message at its field and makes no call', async () => {
    await page.getByLabel('Email').fill('carmen@correo')
    await button.click()
    await page.getByRole('button', { name: 'Enviar' }).click()
    await expect(field).toHaveAccessibleDescription('Por favor, ingrese un correo electrónico válido.')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
    // Each opening of the form has asked whether the host sends mail.
    await expect.poll(() => calls).toEqual(Array(3).fill('POST /api/auth/forgot'))
    calls.length = 0
  })

  await test.step('while the call runs, the form stays open and sends no second call', async () => {
    const resume = await pauseCalls(page, '**/api/auth/forgot')
    await field.fill('nadie@correo.es')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Enviar' })).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeVisible()
    resume()
  })

  await test.step('the message is the same for an email without an account', async () => {
    await expect(dialog(page).getByRole('status')).toHaveText(MAILED)
    expect(calls).toEqual(['POST /api/auth/forgot'])
  })
})

const UNREACHABLE = 'No se ha podido pedir el enlace. Comprueba tu conexión e inténtalo de nuevo.'
const FAILED = 'No se ha podido pedir el enlace. Inténtalo de nuevo en unos minutos.'

const FAILED_RESPONSES = [
  { name: 'an HTML page with 404', status: 404, body: '<h1>Cannot POST</h1>', message: NOT_SUPPORTED },
  { name: 'JSON with 404', status: 404, body: '{"message":"Not found"}', message: NOT_SUPPORTED },
  { name: '405 without a body', status: 405, body: '', message: NOT_SUPPORTED },
  { name: 'an HTML page with 200', status: 200, body: '<!doctype html>', message: NOT_SUPPORTED },
  { name: 'a success without a message', status: 200, body: '{}', message: FAILED },
  { name: 'the error page of a proxy', status: 502, body: '<h1>Bad Gateway</h1>', message: FAILED },
  { name: 'too many requests', status: 429, body: '{"message":"Más tarde."}', message: 'Más tarde.' },
  { name: 'no response', status: 0, body: '', message: UNREACHABLE },
]

test('each failed request shows its message, and the form can be sent again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource/)
  await openForm(page, 'nadie@correo.es')
  const field = dialog(page).getByLabel('Email')
  for (const { name, status, body, message } of FAILED_RESPONSES) {
    await answerCall(page, '**/api/auth/forgot', { status, body })
    const sent = page.waitForRequest('**/api/auth/forgot')
    await field.press('Enter')
    await sent
    await expect(page.getByRole('button', { name: 'Enviar' }), name).not.toHaveAttribute('aria-busy')
    await expect(alert(page, message), name).toBeVisible()
    await expect(field, name).toHaveValue('nadie@correo.es')
  }
  // The host limits the requests of an address.
  await page.route('**/api/auth/forgot', (route) => route.fulfill({ json: { message: 'Ya está.' } }))
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Ya está.')
  await expect(page.getByText(UNREACHABLE)).toBeHidden()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.unroute('**/api/auth/forgot')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(field).toBeFocused()
})

const NO_MAIL =
  'Este sitio no envía correos: pide un enlace para elegir otra contraseña a quien lo administra.'

/** Responses to the question whether the host sends mail, and the sentence in place of the form. */
const ANSWERS = [
  { name: 'no mail', status: 200, body: JSON.stringify({ message: NO_MAIL }), message: NO_MAIL },
  { name: 'no such call', status: 404, body: '', message: NOT_SUPPORTED },
  { name: 'no passwords', status: 403, body: '{"message":"Aquí no."}', message: 'Aquí no.' },
  { name: '1.0.0, which refuses it', status: 400, body: '{"message":"No."}', message: null },
  { name: 'no response', status: 0, body: '', message: null },
]

test('a host that cannot mail a link says so when the form opens, before it is filled in', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource/)
  await open(page, '/')
  for (const { name, status, body, message } of ANSWERS) {
    await answerCall(page, '**/api/auth/forgot', { status, body })
    const asked = page.waitForRequest('**/api/auth/forgot')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    expect((await asked).postDataJSON(), name).toEqual({ email: '' })
    if (message === null) {
      await expect(dialog(page).getByLabel('Email'), name).toBeFocused()
    } else {
      await expect(dialog(page).getByRole('status'), name).toHaveText(message)
      await expect(dialog(page).getByLabel('Email'), name).toBeHidden()
      await expect(dialog(page).getByRole('button', { name: 'Cerrar' }), name).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(dialog(page), name).toBeHidden()
  }
})

test('a link that is gone shows a message and offers a new one, which works in the same tab, also after a sign-out in another', async ({
  page,
  context,
  host,
  user,
  mail,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource.* 410/)
  await open(page, '/reset-password/#token=forged')
  await expect(page).toHaveURL(`${BASE}/reset-password/`)
  await choosePassword(page, 'otra clave')
  await expect(alert(page, GONE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for a new link' })).toBeFocused()
  await expect(page.getByLabel('New password')).toBeHidden()
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Email').fill(user.email)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toHaveText(MAILED)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()

  const notes = await context.newPage()
  await signIn(notes, user)
  // In the same tab only the fragment changes, and the document stays.
  await page.goto(linkIn((await mail.mailsTo(user.email))[0]))
  await expect(page).toHaveURL(`${BASE}/reset-password/`)
  await expect(page.getByText(GONE)).toBeHidden()
  await pressSignOut(notes)
  await choosePassword(page, 'otra clave')
  await expectScreen(page, '/')
  expect(await loginStatus(host, { ...user, password: 'otra clave' })).toBe(200)
})

test('a new password whose response was lost is said to be perhaps set, at the login, when it is sent again', async ({
  page,
  host,
  user,
  mail,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource/)
  await page.goto(await mailedLink(host, mail, user))
  await loseResponses(page, '**/api/auth/reset', 'POST')
  await choosePassword(page, 'otra clave nueva')
  await expect(
    alert(page, 'No se ha podido cambiar la contraseña. Comprueba tu conexión e inténtalo de nuevo.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectScreen(page, '/')
  await expect(page.getByRole('status')).toHaveText(
    'Puede que tu contraseña ya se haya cambiado: prueba a iniciar sesión con ella.',
  )
  await logInHere(page, { ...user, password: 'otra clave nueva' })
})

test('a link that was not used is gone once somebody has signed out in its tab', async ({ page, user }) => {
  await open(page, '/reset-password/#token=secreto')
  await expect(page.getByRole('button', { name: 'Change password' })).toBeEnabled()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expectScreen(page, '/')
  await page.goBack()
  await expect(page.getByLabel('New password')).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await logInHere(page, user)
  await pressSignOut(page)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expectScreen(page, '/reset-password')
  await expect(alert(page, INCOMPLETE)).toBeVisible()
})

test('who leaves before the new password is set stays where they are, and the link is used', async ({
  page,
  host,
  user,
  mail,
}) => {
  await page.goto(await mailedLink(host, mail, user))
  const answer = await pauseCalls(page, '**/api/auth/reset')
  await choosePassword(page, 'otra clave nueva')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Username').fill('Ana')
  const answered = page.waitForResponse('**/api/auth/reset')
  answer()
  await answered
  expect(await loginStatus(host, { ...user, password: 'otra clave nueva' })).toBe(200)
  await expectScreen(page, '/register')
  await expect(page.getByLabel('Username')).toHaveValue('Ana')
  await page.goBack()
  await page.goBack()
  await expectScreen(page, '/reset-password')
  await expect(alert(page, INCOMPLETE)).toBeVisible()
})

test('the sentence of the login is shown once: in another document, and where the browser forbids its storage', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource|Failed to fetch RSC/)
  const changed = page.getByText('Contraseña cambiada. Ya puedes iniciar sesión.')
  const isSame = () => page.evaluate(() => 'isSame' in window)
  await page.route('**/api/auth/reset', (route) => route.fulfill({ status: 204 }))
  for (const isForbidden of [false, true]) {
    await page.goto('about:blank')
    await open(page, '/reset-password/#token=abc')
    await page.evaluate(() => Object.assign(window, { isSame: true }) && 0)
    if (isForbidden)
      await page.evaluate(() => {
        const get = () => {
          throw new DOMException('forbidden', 'SecurityError')
        }
        Object.defineProperty(window, 'sessionStorage', { get })
      })
    // Without its data the router loads the document of the screen.
    else await page.route('**/*_rsc=*', (route) => route.abort())
    await choosePassword(page, 'otra clave')
    await expectScreen(page, '/')
    await expect(changed).toBeVisible()
    expect(await isSame()).toBe(isForbidden)
    await page.unroute('**/*_rsc=*')

    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await expectScreen(page, '/')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    await expect(changed).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
    await expect(changed).toBeHidden()
  }
})

test('an address without a token shows a message and offers a new link', async ({ page }) => {
  const calls = collectCalls(page)
  for (const fragment of ['', '#', '#token=', '#otro=1']) {
    // Forces a new document: otherwise only the fragment changes.
    await page.goto('about:blank')
    await open(page, `/reset-password/${fragment}`)
    await expect(alert(page, INCOMPLETE), fragment).toBeVisible()
    expect(calls, fragment).toEqual([])
    await page.getByRole('button', { name: 'Ask for a new link' }).click()
    await expect(dialog(page).getByLabel('Email'), fragment).toHaveValue('')
    await expect.poll(() => calls, fragment).toEqual(['POST /api/auth/forgot'])
    calls.length = 0
  }
})

const NOT_CHANGED = [
  {
    name: 'no response',
    status: 0,
    body: '',
    message: 'No se ha podido cambiar la contraseña. Comprueba tu conexión e inténtalo de nuevo.',
  },
  {
    name: 'a failure without a message',
    status: 500,
    body: '',
    message: 'No se ha podido cambiar la contraseña. Inténtalo de nuevo en unos minutos.',
  },
  { name: 'a host that has no such call', status: 405, body: '', message: NOT_SUPPORTED },
  { name: 'too many attempts', status: 429, body: '{"message":"Más tarde."}', message: 'Más tarde.' },
]

test('a short password or a failed reset leaves the link valid; a reset ends the session in this browser, and Back does not return to the form', async ({
  page,
  context,
  host,
  user,
  mail,
  expectConsole,
}) => {
  await startSession(context, host.origin, user)
  await open(page, '/notas')
  await expect(page.getByText('Create your note!')).toBeVisible()
  await page.goto(await mailedLink(host, mail, user))

  await test.step('a short password shows a message at its field and makes no call', async () => {
    const calls = collectCalls(page)
    await choosePassword(page, '12345')
    const field = page.getByLabel('New password')
    await expect(field).toHaveAccessibleDescription('La contraseña debe tener al menos 6 caracteres.')
    await expect(field).toBeFocused()
    expect(calls).toEqual([])
  })

  expectConsole(/^Failed to load resource/)
  for (const { name, status, body, message } of NOT_CHANGED) {
    await test.step(`${name} shows its message`, async () => {
      await answerCall(page, '**/api/auth/reset', { status, body })
      await choosePassword(page, '123456')
      await expect(alert(page, message)).toBeVisible()
    })
  }
  await choosePassword(page, '123456')
  await expectScreen(page, '/')
  expect(await loginStatus(host, { ...user, password: '123456' })).toBe(200)
  await page.goBack()
  await expectScreen(page, '/notas')
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
})
