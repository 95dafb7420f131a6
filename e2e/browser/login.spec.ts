import { collectAlerts, collectCalls, expectScreen, fillLogin, open, pauseCalls } from '../support/actions'
import { expect, test } from '../support/fixtures'

const WRONG_EMAIL = 'Por favor, ingrese un correo electrónico válido.'
const SHORT_PASSWORD = 'La contraseña debe tener al menos 6 caracteres.'
const FAILED = 'Error durante el inicio de sesión.'

test('the log-in screen has its fields, texts, buttons and a link to register', async ({ page }) => {
  await open(page, '/')
  await expect(page).toHaveTitle('Log in · Notas')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
  await expect(page.getByLabel('Email')).toHaveAttribute('name', 'email')
  await expect(page.getByLabel('Password')).toHaveAttribute('name', 'password')
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await expect(page.getByText('Forgot password?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Google' }).locator('svg')).toBeVisible()

  await page.getByRole('link', { name: 'Sign up' }).click()
  await expectScreen(page, '/register')
})

test('a successful login stores token and email, shows the alert and opens the notes', {
  tag: '@cluster',
}, async ({ page, user }) => {
  const alerts = collectAlerts(page)
  await open(page, '/')
  const response = page.waitForResponse('**/api/auth/login')
  await fillLogin(page, user)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectScreen(page, '/notas')

  expect(alerts).toEqual(['alert: no compartas tu clave'])
  const { token } = await (await response).json()
  expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({
    token,
    user: JSON.stringify([token, user.email]),
  })
})

test('the email is sent trimmed, the password as typed', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await open(page, '/')
  const sent = page.waitForRequest('**/api/auth/login')
  await fillLogin(page, { email: '  carmen@correo.es ', password: '  clave  ' })
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ email: 'carmen@correo.es', password: '  clave  ' })
})

test('two invalid fields show their messages, focus the first field and make no call', async ({ page }) => {
  const calls = collectCalls(page)
  await open(page, '/')
  await fillLogin(page, { email: 'carmen@correo', password: '12345' })
  await page.getByRole('button', { name: 'Log in' }).click()

  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(WRONG_EMAIL)
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(SHORT_PASSWORD)
  await expect(page.getByRole('alert').filter({ hasText: WRONG_EMAIL })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: SHORT_PASSWORD })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  expect(calls).toEqual([])
})

test('a message disappears when its field is valid, and the typed text stays', async ({ page }) => {
  await open(page, '/')
  await fillLogin(page, { email: 'carmen@correo.es', password: '12345' })
  await page.keyboard.press('Enter')
  await expect(page.getByText(SHORT_PASSWORD)).toBeVisible()
  await expect(page.getByText(WRONG_EMAIL)).toBeHidden()
  await expect(page.getByLabel('Password')).toBeFocused()

  await fillLogin(page, { email: 'carmen', password: '123456' })
  await page.keyboard.press('Enter')
  await expect(page.getByText(WRONG_EMAIL)).toBeVisible()
  await expect(page.getByText(SHORT_PASSWORD)).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue('carmen')
  await expect(page.getByLabel('Password')).toHaveValue('123456')
})

test('a refused login shows the message of the host, without an alert', async ({
  page,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const alerts = collectAlerts(page)
  await open(page, '/')
  await fillLogin(page, { email: user.email, password: 'otra clave' })
  await page.getByRole('button', { name: 'Log in' }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'Correo o contraseña incorrectos.' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(user.email)
  await expect(page.getByLabel('Password')).toHaveValue('otra clave')
  await expectScreen(page, '/')
  expect(alerts).toEqual([])
})

test('an unreachable host shows the message on the screen and in an alert', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await page.route('**/api/auth/login', (route) => route.abort())
  await open(page, '/')
  await fillLogin(page, { email: 'carmen@correo.es', password: '123456' })
  const alerts = collectAlerts(page)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('alert').filter({ hasText: FAILED })).toBeVisible()
  await expect.poll(() => alerts).toEqual([`alert: ${FAILED}`])
  await expect(page.getByRole('button', { name: 'Log in' })).not.toHaveAttribute('aria-busy')
})

const INVALID_RESPONSES = [
  { name: 'a failure that is not JSON', status: 502, body: '<h1>Bad Gateway</h1>' },
  { name: 'a failure without a message', status: 500, body: '{}' },
  { name: 'a failure with an empty message', status: 500, body: '{"message":""}' },
  { name: 'a failure whose message is no text', status: 500, body: '{"message":{"a":1}}' },
  { name: 'a success without a token', status: 200, body: '{}' },
  { name: 'a success that is not JSON', status: 200, body: 'ok' },
  { name: 'a success with an empty body', status: 200, body: '' },
]

test('an invalid response shows the message, without an alert or a token', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const alerts = collectAlerts(page)
  await open(page, '/')
  await fillLogin(page, { email: 'carmen@correo.es', password: '123456' })
  for (const { name, status, body } of INVALID_RESPONSES) {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status, body }))
    const answered = page.waitForResponse('**/api/auth/login')
    await page.keyboard.press('Enter')
    await answered

    await expect(page.getByRole('button', { name: 'Log in' }), name).not.toHaveAttribute('aria-busy')
    await expect(page.getByRole('alert').filter({ hasText: FAILED }), name).toBeVisible()
    expect(alerts, name).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('token')), name).toBeNull()
    await page.unroute('**/api/auth/login')
  }
})

test('while the call runs the button is busy, and neither it nor Enter sends another call', async ({
  page,
  user,
}) => {
  const calls = collectCalls(page)
  const alerts = collectAlerts(page)
  const resume = await pauseCalls(page, '**/api/auth/login')
  await open(page, '/')
  await fillLogin(page, user)
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: 'Log in' })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Enter')
  await button.click({ force: true })
  resume()

  await expectScreen(page, '/notas')
  expect(calls.filter((call) => call === 'POST /api/auth/login')).toHaveLength(1)
  expect(alerts).toHaveLength(1)
})

test('a host that does not respond in half a minute counts as unreachable', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await page.clock.install()
  await page.route('**/api/auth/login', () => {})
  await open(page, '/')
  await fillLogin(page, { email: 'carmen@correo.es', password: '123456' })
  await page.clock.pauseAt(Date.now() + 60_000)
  let isCancelled = false
  page.on('requestfailed', (request) => {
    isCancelled ||= request.url().endsWith('/api/auth/login')
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveAttribute('aria-busy', 'true')

  const alerts = collectAlerts(page)
  await page.clock.runFor(29_999)
  await page.evaluate(() => fetch('/api/health'))
  expect(isCancelled).toBe(false)
  await page.clock.runFor(1)
  await expect(page.getByRole('alert').filter({ hasText: FAILED })).toBeVisible()
  await expect.poll(() => alerts).toEqual([`alert: ${FAILED}`])
})

test('a browser that blocks storage shows that the login failed', async ({ page, user, expectConsole }) => {
  expectConsole(/full/)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await open(page, '/')
  await fillLogin(page, user)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: FAILED })).toBeVisible()
  await expectScreen(page, '/')
})
