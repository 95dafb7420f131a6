import {
  alert,
  answerCall,
  collectAlerts,
  collectCalls,
  expectScreen,
  fillLogin,
  open,
  pauseCalls,
  restorePage,
} from '../support/actions'
import { fillLocalStorage } from '../support/browser-database'
import { readToken } from '../support/browser-storage'
import { expect, test } from '../support/fixtures'

const WRONG_EMAIL = 'Por favor, ingrese un correo electrónico válido.'
const SHORT_PASSWORD = 'La contraseña debe tener al menos 6 caracteres.'
const FAILED = 'Error durante el inicio de sesión.'

const NO_ROOM = 'No queda espacio en este navegador para los datos de este sitio.'

const INVALID_RESPONSES = [
  { name: 'a failure that is not JSON', status: 502, body: '<h1>Bad Gateway</h1>' },
  { name: 'a failure without a message', status: 500, body: '{}' },
  { name: 'a failure with an empty message', status: 500, body: '{"message":""}' },
  { name: 'a failure whose message is no text', status: 500, body: '{"message":{"a":1}}' },
  { name: 'a success without a token', status: 200, body: '{}' },
  { name: 'a success that is not JSON', status: 200, body: 'ok' },
  { name: 'a success with an empty body', status: 200, body: '' },
]

test('the log-in form says what is wrong with its fields, and shows refusals and failures', async ({
  page,
  user,
  expectConsole,
}) => {
  const alerts = collectAlerts(page)
  const calls = collectCalls(page)
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')]
  const button = page.getByRole('button', { name: 'Log in' })
  await page.clock.install()
  await open(page, '/')

  await test.step('the screen has its fields, texts and buttons', async () => {
    await expect(page).toHaveTitle('Log in · Notas')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
    await expect(email).toHaveAttribute('name', 'email')
    await expect(password).toHaveAttribute('name', 'password')
    await expect(password).toHaveAttribute('type', 'password')
    await expect(page.getByText('Forgot password?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with Google' }).locator('svg')).toBeVisible()
  })

  await test.step('two invalid fields show their messages, focus the first field and make no call', async () => {
    await fillLogin(page, { email: 'carmen@correo', password: '12345' })
    await button.click()
    await expect(email).toHaveAccessibleDescription(WRONG_EMAIL)
    await expect(password).toHaveAccessibleDescription(SHORT_PASSWORD)
    await expect(alert(page, WRONG_EMAIL)).toBeVisible()
    await expect(alert(page, SHORT_PASSWORD)).toBeVisible()
    await expect(email).toBeFocused()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('a message disappears when its field is valid, and the typed text stays', async () => {
    await fillLogin(page, { email: 'carmen@correo.es', password: '12345' })
    await page.keyboard.press('Enter')
    await expect(page.getByText(WRONG_EMAIL)).toBeHidden()
    await expect(page.getByText(SHORT_PASSWORD)).toBeVisible()
    await expect(password).toBeFocused()

    await fillLogin(page, { email: 'carmen', password: '123456' })
    await page.keyboard.press('Enter')
    await expect(page.getByText(WRONG_EMAIL)).toBeVisible()
    await expect(page.getByText(SHORT_PASSWORD)).toBeHidden()
    await expect(email).toHaveValue('carmen')
    await expect(password).toHaveValue('123456')
    expect(calls).toEqual([])
  })

  expectConsole(/Failed to load resource/)
  await test.step('the email is sent without what is not seen around it, the password as typed', async () => {
    const sent = page.waitForRequest('**/api/auth/login')
    await fillLogin(page, { email: ' \u200Ecarmen@correo.es\u2060\u200B ', password: '  clave  ' })
    await page.keyboard.press('Enter')
    expect((await sent).postDataJSON()).toEqual({ email: 'carmen@correo.es', password: '  clave  ' })
    await expect(button).not.toHaveAttribute('aria-busy')
  })

  await test.step('a refused login shows the message of the host, without an alert', async () => {
    await fillLogin(page, { email: user.email, password: 'otra clave' })
    const answered = page.waitForResponse('**/api/auth/login')
    await button.click()
    await answered
    await expect(button).not.toHaveAttribute('aria-busy')
    await expect(alert(page, 'Correo o contraseña incorrectos.')).toBeVisible()
    await expect(email).toHaveValue(user.email)
    await expect(password).toHaveValue('otra clave')
    await expectScreen(page, '/')
  })

  await test.step('an invalid response shows the message, without an alert or a token', async () => {
    for (const { name, status, body } of INVALID_RESPONSES) {
      await answerCall(page, '**/api/auth/login', { status, body })
      const answered = page.waitForResponse('**/api/auth/login')
      await password.press('Enter')
      await answered
      await expect(button, name).not.toHaveAttribute('aria-busy')
      await expect(alert(page, FAILED), name).toBeVisible()
      expect(await readToken(page), name).toBeNull()
    }
    expect(alerts).toEqual([])
  })

  await test.step('an unreachable host shows the message on the screen and in an alert', async () => {
    await answerCall(page, '**/api/auth/login', { status: 0 })
    await password.press('Enter')
    await expect.poll(() => alerts.splice(0)).toEqual([`alert: ${FAILED}`])
    await expect(alert(page, FAILED)).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy')
  })

  await test.step('a host that does not respond in half a minute counts as unreachable', async () => {
    await page.route('**/api/auth/login', () => {})
    await page.clock.pauseAt(Date.now() + 60_000)
    let isCancelled = false
    page.on('requestfailed', (request) => {
      isCancelled ||= request.url().endsWith('/api/auth/login')
    })
    await password.press('Enter')
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await page.clock.runFor(29_999)
    await page.evaluate(() => fetch('/api/health'))
    expect(isCancelled).toBe(false)
    await page.clock.runFor(1)
    await expect(alert(page, FAILED)).toBeVisible()
    await expect.poll(() => alerts).toEqual([`alert: ${FAILED}`])
    await page.clock.resume()
    await page.unroute('**/api/auth/login')
  })

  await test.step('a session that does not fit into the storage is ended on the host, and leaves nothing', async () => {
    await page.evaluate(() => {
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (name, value) {
        if (name === 'token') throw new DOMException('full', 'QuotaExceededError')
        setItem.call(this, name, value)
      }
    })
    await fillLogin(page, user)
    const ended = page.waitForRequest('**/api/auth/logout')
    await page.keyboard.press('Enter')
    expect((await ended).headers().authorization).toMatch(/^Bearer /)
    await expect(alert(page, NO_ROOM)).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy')
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
  })

  await test.step('a storage that only seems to take what is written is said before the host is asked', async () => {
    calls.length = 0
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {}
    })
    await page.keyboard.press('Enter')
    await expect(alert(page, 'Este navegador no permite guardar nada en este sitio')).toBeVisible()
  })

  await test.step('a full storage is said before the host is asked', async () => {
    await page.evaluate(fillLocalStorage)
    await fillLogin(page, { ...user, password: 'otra clave' })
    await page.keyboard.press('Enter')
    await expect(alert(page, NO_ROOM)).toBeVisible()
    await expectScreen(page, '/')
    expect(calls).toEqual([])
  })

  await page.getByRole('link', { name: 'Sign up' }).click()
  await expectScreen(page, '/register')
})

test('a login is sent once though Enter and the button are pressed again, stores token and email, shows the alert and opens the notes', {
  tag: '@cluster',
}, async ({ page, user }) => {
  const calls = collectCalls(page)
  const alerts = collectAlerts(page)
  const resume = await pauseCalls(page, '**/api/auth/login')
  await open(page, '/')
  const response = page.waitForResponse('**/api/auth/login')
  await fillLogin(page, user)
  const button = page.getByRole('button', { name: 'Log in' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await page.getByLabel('Password').press('Enter')
  await button.click({ force: true })
  resume()
  await expectScreen(page, '/notas')

  expect(calls.filter((call) => call === 'POST /api/auth/login')).toHaveLength(1)
  expect(alerts).toEqual(['alert: no compartas tu clave'])
  const { token } = await (await response).json()
  expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({
    token,
    user: JSON.stringify([token, user.email]),
  })
})

const FORMS: [path: string, texts: [label: string, text: string][], button: string][] = [
  [
    '/',
    [
      ['Email', 'ana@correo.es'],
      ['Password', 'una clave'],
    ],
    'Log in',
  ],
  [
    '/register',
    [
      ['Username', 'Ana'],
      ['Email', 'ana@correo.es'],
      ['Password', 'una clave'],
    ],
    'Sign up',
  ],
]

test('a form that comes back from the back/forward cache after its success can be sent again', async ({
  page,
}) => {
  collectAlerts(page)
  await page.route('**/api/auth/*', (route) => route.fulfill({ json: { token: 'abc' } }))
  for (const [path, texts, name] of FORMS) {
    await open(page, path)
    // The next screen does not come.
    await pauseCalls(page, '**/*_rsc=*')
    for (const [label, text] of texts) await page.getByLabel(label).fill(text)
    const button = page.getByRole('button', { name })
    const sent = page.waitForResponse('**/api/auth/*')
    await button.click()
    await sent
    await expect(button, name).toHaveAttribute('aria-busy', 'true')
    await restorePage(page, async () => {})
    await expect(button, name).not.toHaveAttribute('aria-busy')
    await page.unroute('**/*_rsc=*')
  }
})
