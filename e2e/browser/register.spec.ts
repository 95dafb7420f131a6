import { randomUUID } from 'node:crypto'
import {
  type Answer,
  alert,
  answerCall,
  collectAlerts,
  collectCalls,
  expectScreen,
  fillRegistration,
  open,
  pauseCalls,
} from '../support/actions'
import { loginStatus } from '../support/api-client'
import { expect, test } from '../support/fixtures'

const REQUIRED = 'Todos los campos son obligatorios.'

type Fields = { userName: string; email: string; password: string }

function newFields(): Fields {
  return { userName: 'Carmen', email: `${randomUUID()}@correo.es`, password: '123456' }
}

const EMPTY: [name: string, change: Partial<Fields>, first: string][] = [
  ['no username', { userName: '' }, 'Username'],
  ['a username of spaces', { userName: '   ' }, 'Username'],
  ['no email', { email: '' }, 'Email'],
  ['an email of spaces', { email: '  ' }, 'Email'],
  ['an email that shows nothing', { email: '\u200B\u2060' }, 'Email'],
  ['no password', { password: '' }, 'Password'],
  ['nothing at all', { userName: '', email: '', password: '' }, 'Username'],
]

const FAILED = 'Error al crear la cuenta.'

const REFUSALS: [name: string, response: Answer, message: string][] = [
  [
    'a closed registration',
    { status: 403, body: '{"message":"El registro está cerrado."}' },
    'El registro está cerrado.',
  ],
  ['an HTML page', { status: 500, body: '<h1>Bad Gateway</h1>' }, FAILED],
  ['an unreachable host', { status: 0 }, 'Error durante la creación de la cuenta.'],
  ['an empty body', { status: 500 }, FAILED],
  ['no message', { status: 500, body: '{}' }, FAILED],
]

test('the register form says what is missing, and shows refusals and failures without an alert', async ({
  page,
  user,
  expectConsole,
}) => {
  const calls = collectCalls(page)
  const alerts = collectAlerts(page)
  const button = page.getByRole('button', { name: 'Sign up' })
  await open(page, '/register')

  await test.step('the screen has its fields, and the terms as plain text', async () => {
    await expect(page).toHaveTitle('Create account · Notas')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create account')
    for (const [label, name] of [
      ['Username', 'userName'],
      ['Email', 'email'],
      ['Password', 'password'],
    ] as const) {
      await expect(page.getByLabel(label)).toHaveAttribute('aria-required', 'true')
      await expect(page.getByLabel(label)).toHaveAttribute('name', name)
    }
    await expect(page.getByText('I accept the terms and privacy policy')).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  })

  await test.step('an empty field shows a message, gets the focus, and no call is made', async () => {
    for (const [name, change, first] of EMPTY) {
      await fillRegistration(page, { ...newFields(), ...change })
      await button.click()
      await expect(alert(page, REQUIRED), name).toBeVisible()
      await expect(page.getByLabel(first), name).toBeFocused()
    }
    expect(calls).toEqual([])
  })

  expectConsole(/Failed to load resource/)
  await test.step('the host checks the length of the password, and whether the email has an account', async () => {
    await fillRegistration(page, { ...newFields(), password: '12345' })
    await button.click()
    await expect(alert(page, 'La contraseña debe tener al menos 6 caracteres.')).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveValue('12345')
    await fillRegistration(page, { ...newFields(), email: user.email.toUpperCase() })
    await button.click()
    await expect(alert(page, 'Ya existe una cuenta con ese correo.')).toBeVisible()
  })

  const fields = newFields()
  await fillRegistration(page, fields)
  for (const [name, response, message] of REFUSALS) {
    await test.step(`${name} leads to a message`, async () => {
      await answerCall(page, '**/api/auth/register', response)
      const finished =
        response.status === 0 ? page.waitForEvent('requestfailed') : page.waitForEvent('requestfinished')
      await button.click()
      await finished
      await expect(button).not.toHaveAttribute('aria-busy')
      await expect(alert(page, message)).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue(fields.email)
    })
  }
  await expectScreen(page, '/register')
  expect(alerts).toEqual([])

  await page.getByRole('link', { name: 'Log in' }).click()
  await expectScreen(page, '/')
})

test('a new account shows the alert and the log-in screen, and can log in; an empty body is a success too', async ({
  page,
  host,
}) => {
  const alerts = collectAlerts(page)
  const fields = newFields()
  await open(page, '/register')
  const sent = page.waitForRequest('**/api/auth/register')
  await fillRegistration(page, { ...fields, userName: ' Carmen ', email: ` ${fields.email} ` })
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectScreen(page, '/')
  const created = 'alert: Cuenta creada exitosamente. Por favor, inicia sesión.'
  expect(alerts).toEqual([created])
  expect((await sent).postDataJSON()).toEqual(fields)
  expect(await loginStatus(host, fields)).toBe(200)

  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 200 }))
  await page.getByRole('link', { name: 'Sign up' }).click()
  await fillRegistration(page, newFields())
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectScreen(page, '/')
  expect(alerts).toEqual([created, created])
})

test('an account that is created late takes nobody away from the screen that they have gone to', async ({
  page,
}) => {
  const alerts = collectAlerts(page)
  const answer = await pauseCalls(page, '**/api/auth/register')
  await open(page, '/register')
  await fillRegistration(page, newFields())
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Username').fill('Ana')
  answer()
  await expect.poll(() => alerts).toHaveLength(1)
  await page.getByLabel('Email').fill('ana@correo.es')
  await expectScreen(page, '/register')
  await expect(page.getByLabel('Username')).toHaveValue('Ana')
})

test('a password that does not fit into a request is refused with a sentence, here and at the login', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource.* 413/)
  const password = 'a'.repeat(17_000)
  for (const [path, button] of [
    ['/register', 'Sign up'],
    ['/', 'Log in'],
  ] as const) {
    await open(page, path)
    if (path === '/register') await fillRegistration(page, { ...newFields(), password })
    else {
      await page.getByLabel('Email').fill(newFields().email)
      await page.getByLabel('Password').fill(password)
    }
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(
      page.getByText('La petición es demasiado grande: como mucho, 16 KiB.', { exact: true }),
    ).toBeVisible()
  }
})
