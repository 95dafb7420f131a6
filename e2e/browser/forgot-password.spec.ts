import type { Page } from '@playwright/test'
import { collectCalls, expectScreen, open, pauseCalls, signIn } from '../support/actions'
import { readAllStorage } from '../support/browser-storage'
import { sql, withDatabase } from '../support/database'
import { BASE, expect, test, type User } from '../support/fixtures'
import { linkIn, type MailServer } from '../support/servers/mail'

const MAILED =
  'Si hay una cuenta con ese correo, en unos minutos recibirás en él un enlace para elegir otra contraseña.'
const CANNOT = 'Este sitio no puede recuperar contraseñas. Pregunta a quien lo administra.'
const GONE = 'Este enlace ya no sirve: ha caducado, ya se ha usado o hay otro más reciente. Pide uno nuevo.'
const BROKEN = 'Este enlace no está completo. Ábrelo desde el correo otra vez, o pide uno nuevo.'

const dialog = (page: Page) => page.getByRole('dialog', { name: '¿Has olvidado tu contraseña?' })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** Opens the form by its button, with an email in the field of the login. */
async function openForm(page: Page, email: string): Promise<void> {
  await open(page, '/')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(dialog(page)).toBeVisible()
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
}

async function expectLogin(page: Page, { email }: User, password: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

/** The newest link that the host mails to a user, once so many mails have come. */
async function mailedLink(page: Page, mail: MailServer, user: User, count = 1): Promise<string> {
  const answer = await page.request.post('/api/auth/forgot', { data: { email: user.email } })
  expect(answer.status()).toBe(200)
  return linkIn((await mail.mailsTo(user.email, count)).at(-1))
}

test('whoever forgot the password follows the link in the mail, chooses another, and logs in with it', {
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
  const headers = { Authorization: `Bearer ${user.token}` }
  expect((await page.request.get('/api/notes', { headers })).status()).toBe(401)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Contraseña cambiada.')).toBeHidden()
  await signIn(page, { ...user, password: 'otra clave nueva' })
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('the answer on the screen is the same for an email without an account', async ({ page }) => {
  await openForm(page, 'nadie@correo.es')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText(MAILED)
})

test('by keyboard: the button comes after the password, Enter opens the form, Escape closes it', async ({
  page,
}) => {
  await open(page, '/')
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('Tab')
  const button = page.getByRole('button', { name: 'Forgot password?' })
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Space')
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog(page)).toBeHidden()
})

test('what is no email is told at the field, and no call is made', async ({ page }) => {
  const calls = collectCalls(page)
  await openForm(page, 'carmen@correo')
  await page.getByRole('button', { name: 'Enviar' }).click()
  const field = dialog(page).getByLabel('Email')
  await expect(field).toHaveAccessibleDescription('Por favor, ingrese un correo electrónico válido.')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  expect(calls).toEqual([])
})

test('while the call runs the form is busy: nothing sends another, and it stays', async ({ page }) => {
  const calls = collectCalls(page)
  const answer = await pauseCalls(page, '**/api/auth/forgot')
  await openForm(page, 'nadie@correo.es')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Enviar' })).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  answer()
  await expect(dialog(page).getByRole('status')).toHaveText(MAILED)
  expect(calls).toEqual(['POST /api/auth/forgot'])
})

const UNREACHABLE = 'No se ha podido pedir el enlace. Comprueba tu conexión e inténtalo de nuevo.'
const FAILED = 'No se ha podido pedir el enlace. Inténtalo de nuevo en unos minutos.'

const ODD_ANSWERS = [
  { name: 'a page that says 404', status: 404, body: '<h1>Cannot POST</h1>', says: CANNOT },
  { name: 'JSON that says 404', status: 404, body: '{"message":"Not found"}', says: CANNOT },
  { name: 'nothing but 405', status: 405, body: '', says: CANNOT },
  { name: 'the page of another address', status: 200, body: '<!doctype html>', says: CANNOT },
  { name: 'a success without a word', status: 200, body: '{}', says: FAILED },
  { name: "a proxy's page, as the host is away", status: 502, body: '<h1>Bad Gateway</h1>', says: FAILED },
  { name: 'too many requests', status: 429, body: '{"message":"Más tarde."}', says: 'Más tarde.' },
  { name: 'no answer', status: 0, body: '', says: UNREACHABLE },
]

test('a link that is refused has its sentence, the form stays, and can be sent again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource/)
  for (const { name, status, body, says } of ODD_ANSWERS) {
    await page.route('**/api/auth/forgot', (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body }),
    )
    await openForm(page, 'nadie@correo.es')
    await page.keyboard.press('Enter')
    await expect(alert(page, says), name).toBeVisible()
    await expect(dialog(page).getByLabel('Email'), name).toHaveValue('nadie@correo.es')

    // Not the host itself, which answers an address so many times an hour.
    await page.unroute('**/api/auth/forgot')
    await page.route('**/api/auth/forgot', (route) => route.fulfill({ json: { message: 'Ya está.' } }))
    await page.getByRole('button', { name: 'Enviar' }).click()
    await expect(dialog(page).getByRole('status'), name).toHaveText('Ya está.')
    await expect(page.getByText(says), name).toBeHidden()
    await page.unroute('**/api/auth/forgot')
  }
})

test('a password that no login would take is told at the field, and the link stays good', async ({
  page,
  user,
  mail,
}) => {
  await page.goto(await mailedLink(page, mail, user))
  const calls = collectCalls(page)
  await choosePassword(page, '12345')
  const field = page.getByLabel('New password')
  await expect(field).toHaveAccessibleDescription('La contraseña debe tener al menos 6 caracteres.')
  await expect(field).toBeFocused()
  expect(calls).toEqual([])

  await choosePassword(page, '123456')
  await expectScreen(page, '/')
  await expectLogin(page, user, '123456')
})

test('a link that was used, has expired or was forged says so, and leads to a new one', async ({
  page,
  host,
  user,
  mail,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource.* 410/)
  const link = await mailedLink(page, mail, user)
  await page.goto(link)
  await choosePassword(page, 'otra clave')
  await expectScreen(page, '/')

  const expired = await mailedLink(page, mail, user, 2)
  await withDatabase(host, ({ write }) => write(sql('UPDATE reset_links SET expires_at = 1')))
  for (const gone of [link, expired, `${link}A`]) {
    // Otherwise it is one screen that is told of another link.
    await page.goto('about:blank')
    await page.goto(gone)
    await choosePassword(page, 'una más')
    await expect(alert(page, GONE)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ask for a new link' })).toBeFocused()
    await expect(page.getByLabel('New password')).toBeHidden()
  }

  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Email').fill(user.email)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toHaveText(MAILED)
  const again = linkIn((await mail.mailsTo(user.email, 3))[2])
  // In the same tab: the document stays, and the address changes.
  await page.goto(again)
  await expect(page.getByText(GONE)).toBeHidden()
})

test('an address without a token is no link, and leads to a new one', async ({ page }) => {
  const calls = collectCalls(page)
  for (const fragment of ['', '#', '#token=', '#otro=1']) {
    // Otherwise it is one screen that is told of another link.
    await page.goto('about:blank')
    await open(page, `/reset-password/${fragment}`)
    await expect(alert(page, BROKEN), fragment).toBeVisible()
    await page.getByRole('button', { name: 'Ask for a new link' }).click()
    await expect(dialog(page).getByLabel('Email'), fragment).toHaveValue('')
    expect(calls, fragment).toEqual([])
  }
})

test('another link in the same tab counts in place of the first', async ({
  page,
  user,
  mail,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource.* 410/)
  const first = await mailedLink(page, mail, user)
  await page.goto(first)
  await expect(page).toHaveURL(`${BASE}/reset-password/`)
  const second = await mailedLink(page, mail, user, 2)
  await choosePassword(page, 'otra clave')
  await expect(alert(page, GONE)).toBeVisible()

  await page.goto(second)
  await expect(page).toHaveURL(`${BASE}/reset-password/`)
  await expect(page.getByText(GONE)).toBeHidden()
  await choosePassword(page, 'otra clave')
  await expectScreen(page, '/')
  await expectLogin(page, user, 'otra clave')
})

test('a session that is left in another tab takes no link away', async ({ page, context, user, mail }) => {
  const notes = await context.newPage()
  await signIn(notes, user)
  await page.goto(await mailedLink(page, mail, user))
  await expect(page).toHaveURL(`${BASE}/reset-password/`)
  await notes.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expectScreen(notes, '/')

  await choosePassword(page, 'otra clave')
  await expectScreen(page, '/')
})

test('a session in this browser is told as ended, and the log-in screen takes the new password', async ({
  page,
  user,
  mail,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource.* 401/)
  await signIn(page, user)
  await page.goto(await mailedLink(page, mail, user))
  await choosePassword(page, 'otra clave')
  await expectScreen(page, '/')
  await open(page, '/notas')
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible()
})

test('Back after the change does not lead to the form', async ({ page, user, mail }) => {
  await open(page, '/register')
  await page.goto(await mailedLink(page, mail, user))
  await choosePassword(page, 'otra clave')
  await expectScreen(page, '/')
  await page.goBack()
  await expectScreen(page, '/register')
})

const NOT_CHANGED = [
  {
    name: 'no answer',
    status: 0,
    body: '',
    says: 'No se ha podido cambiar la contraseña. Comprueba tu conexión e inténtalo de nuevo.',
  },
  {
    name: 'an answer that says nothing',
    status: 500,
    body: '',
    says: 'No se ha podido cambiar la contraseña. Inténtalo de nuevo en unos minutos.',
  },
  { name: 'a host that has no such call', status: 405, body: '', says: CANNOT },
  { name: 'too many attempts', status: 429, body: '{"message":"Más tarde."}', says: 'Más tarde.' },
]

test('a change that fails can be tried again with the same link', async ({
  page,
  user,
  mail,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource/)
  await page.goto(await mailedLink(page, mail, user))
  for (const { name, status, body, says } of NOT_CHANGED) {
    await page.route('**/api/auth/reset', (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body }),
    )
    await choosePassword(page, 'otra clave')
    await expect(alert(page, says), name).toBeVisible()
    await page.unroute('**/api/auth/reset')
  }
  await choosePassword(page, 'otra clave')
  await expectScreen(page, '/')
})
