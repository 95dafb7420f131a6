import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { collectAlerts, collectCalls, expectScreen, open } from '../support/actions'
import { expect, test } from '../support/fixtures'

const REQUIRED = 'Todos los campos son obligatorios.'

type Fields = { userName: string; email: string; password: string }

async function fill(page: Page, { userName, email, password }: Fields) {
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

function newFields(): Fields {
  return { userName: 'Carmen', email: `${randomUUID()}@correo.es`, password: '123456' }
}

test('the register screen has its fields, the terms as plain text, and a link to log in', async ({
  page,
}) => {
  await open(page, '/register')
  await expect(page).toHaveTitle('Create account · Notas')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create account')
  await expect(page.getByLabel('Username')).toHaveAttribute('name', 'userName')
  for (const label of ['Username', 'Email', 'Password'])
    await expect(page.getByLabel(label)).toHaveJSProperty('required', true)
  await expect(page.getByLabel('Email')).toHaveAttribute('name', 'email')
  await expect(page.getByLabel('Password')).toHaveAttribute('name', 'password')
  await expect(page.getByText('I accept the terms and privacy policy')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await page.getByRole('link', { name: 'Log in' }).click()
  await expectScreen(page, '/')
})

test('a new account shows the alert and the log-in screen, and can log in', async ({ page }) => {
  const fields = newFields()
  await open(page, '/register')
  const sent = page.waitForRequest('**/api/auth/register')
  await fill(page, { ...fields, userName: ' Carmen ', email: ` ${fields.email} ` })
  const alerts = collectAlerts(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectScreen(page, '/')
  expect(alerts).toEqual(['alert: Cuenta creada exitosamente. Por favor, inicia sesión.'])
  expect((await sent).postDataJSON()).toEqual(fields)
  const { email, password } = fields
  const response = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(response.status()).toBe(200)
})

const EMPTY: [name: string, change: Partial<Fields>, first: string][] = [
  ['no username', { userName: '' }, 'Username'],
  ['a username of spaces', { userName: '   ' }, 'Username'],
  ['no email', { email: '' }, 'Email'],
  ['an email of spaces', { email: '  ' }, 'Email'],
  ['no password', { password: '' }, 'Password'],
  ['nothing at all', { userName: '', email: '', password: '' }, 'Username'],
]

test('an empty field shows a message, gets the focus, and no call is made', async ({ page }) => {
  const calls = collectCalls(page)
  await open(page, '/register')
  for (const [name, change, first] of EMPTY) {
    await fill(page, { ...newFields(), ...change })
    await page.getByRole('button', { name: 'Sign up' }).click()

    await expect(page.getByRole('alert').filter({ hasText: REQUIRED }), name).toBeVisible()
    await expect(page.getByLabel(first), name).toBeFocused()
    expect(calls, name).toEqual([])
  }
})

test('the host checks the length of the password, and the form shows its message', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const alerts = collectAlerts(page)
  await open(page, '/register')
  await fill(page, { ...newFields(), password: '12345' })
  await page.getByRole('button', { name: 'Sign up' }).click()

  const message = 'La contraseña debe tener al menos 6 caracteres.'
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue('12345')
  expect(alerts).toEqual([])
})

test('an email that has an account shows the message of the host', async ({ page, user, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await open(page, '/register')
  await fill(page, { ...newFields(), email: user.email.toUpperCase() })
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Ya existe una cuenta con ese correo.' }),
  ).toBeVisible()
  await expectScreen(page, '/register')
})

test('a host whose registration is closed shows its message', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const alerts = collectAlerts(page)
  await page.route('**/api/auth/register', (route) =>
    route.fulfill({ status: 403, json: { message: 'El registro está cerrado.' } }),
  )
  await open(page, '/register')
  await fill(page, newFields())
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'El registro está cerrado.' })).toBeVisible()
  expect(alerts).toEqual([])
})

test('a failure without a message shows that the account was not created', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await open(page, '/register')
  await fill(page, newFields())
  const button = page.getByRole('button', { name: 'Sign up' })
  for (const body of ['<h1>Bad Gateway</h1>', '', '{}']) {
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, body }))
    const answered = page.waitForResponse('**/api/auth/register')
    await button.click()
    await answered
    await expect(button, body).not.toHaveAttribute('aria-busy')
    const message = page.getByRole('alert').filter({ hasText: 'Error al crear la cuenta.' })
    await expect(message, body).toBeVisible()
    await page.unroute('**/api/auth/register')
  }
})

test('an unreachable host shows a message, without an alert', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const alerts = collectAlerts(page)
  await page.route('**/api/auth/register', (route) => route.abort())
  await open(page, '/register')
  const fields = newFields()
  await fill(page, fields)
  await page.getByRole('button', { name: 'Sign up' }).click()

  const message = 'Error durante la creación de la cuenta.'
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(fields.email)
  expect(alerts).toEqual([])
})

test('a success with an empty body counts as a created account', async ({ page }) => {
  const alerts = collectAlerts(page)
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 200, body: '' }))
  await open(page, '/register')
  await fill(page, newFields())
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectScreen(page, '/')
  expect(alerts).toEqual(['alert: Cuenta creada exitosamente. Por favor, inicia sesión.'])
})
