import type { Page } from '@playwright/test'
import {
  alert,
  answerCall,
  collectAlerts,
  collectCalls,
  expectCards,
  expectScreen,
  fillLogin,
  open,
  pauseCalls,
  pressSignOut,
  saveToList,
  signIn,
  write,
} from '../support/actions'
import { notesStatus } from '../support/api-client'
import { fillLocalStorage } from '../support/browser-database'
import { readAllStorage, readToken } from '../support/browser-storage'
import { BASE, expect, test } from '../support/fixtures'
import type { OidcAccount } from '../support/servers/oidc-provider'

const NOT_SUPPORTED = 'En este sitio no se puede entrar con una cuenta de Google.'
const EXPIRED = 'La entrada ha caducado. Inténtalo de nuevo.'
const FAILED = 'No se ha podido entrar con esa cuenta.'

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

/** Logs in on the page of the provider. */
async function logInAtProvider(page: Page, { sub }: OidcAccount): Promise<void> {
  await page.getByLabel('Account').fill(sub)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function signInWithProvider(page: Page, oidcAccount: OidcAccount): Promise<void> {
  await open(page, '/')
  page.once('dialog', (dialog) => dialog.accept().catch(() => {}))
  await button(page).click()
  await logInAtProvider(page, oidcAccount)
  await expectScreen(page, '/notas')
}

test('a user signs in with Google, finds the same notes at the next sign-in, and code and verifier stay nowhere', {
  tag: '@cluster',
}, async ({ page, oidcAccount, provider }) => {
  const alerts = collectAlerts(page)
  const calls = collectCalls(page)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const ask = await pauseCalls(page, '**/api/auth/oidc?**')
  const exchange = await pauseCalls(page, '**/api/auth/oidc/session')
  await open(page, '/')

  await test.step('the button is busy while the request runs, and sends one request', async () => {
    await button(page).click()
    await expect(button(page)).toHaveAttribute('aria-busy', 'true')
    await button(page).click({ force: true })
    ask()
    await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/login/`))
    expect(calls).toEqual(['GET /api/auth/oidc', 'GET /api/auth/oidc/start'])
  })

  const sent = page.waitForRequest('**/api/auth/oidc/session')
  // Read at once: the browser may drop the body after the navigation.
  const session = page.waitForResponse('**/api/auth/oidc/session').then((response) => response.json())
  await logInAtProvider(page, oidcAccount)
  const { code, verifier } = (await sent).postDataJSON()
  await test.step('code and verifier do not stay in the address or in browser storage', async () => {
    await expect(page).toHaveURL(`${BASE}/`)
    await expect(button(page)).toHaveAttribute('aria-busy', 'true')
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(code)
    const stored = await readAllStorage(page)
    for (const secret of [code, verifier]) expect(stored).not.toContain(secret)
    exchange()
    await expectScreen(page, '/notas')
  })

  expect(alerts).toEqual(['alert: no compartas tu clave'])
  const { token } = await session
  expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({
    token,
    user: JSON.stringify([token, oidcAccount.email]),
  })
  expect(calls.filter((call) => call.includes('/auth/'))).toEqual([
    'GET /api/auth/oidc',
    'GET /api/auth/oidc/start',
    'GET /api/auth/oidc/callback',
    'POST /api/auth/oidc/session',
  ])
  expect(addresses.filter((address) => address.includes(token))).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL((url) => !url.href.includes(code))

  await open(page, '/create-note')
  await write(page, { title: 'Plantas' })
  await saveToList(page, ['Plantas'])
  await pressSignOut(page)
  await expect.poll(() => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).toBe('[{},{}]')
  await page.context().clearCookies()
  await signInWithProvider(page, oidcAccount)
  await expectCards(page, ['Plantas'])
})

test('a sign-in over an old token ends it on the host, and replaces the list in the other tab', async ({
  page,
  context,
  host,
  user,
  oidcAccount,
}) => {
  await user.addNote('Plantas')
  await signIn(page, user)
  await expectCards(page, ['Plantas'])
  const old = await readToken(page)
  const other = await context.newPage()
  // Without an email, the unaltered token is the key of the local data.
  await other.route('**/api/auth/oidc/session', async (route) => {
    const { token } = await (await route.fetch()).json()
    await route.fulfill({ json: { token } })
  })
  await signInWithProvider(other, oidcAccount)
  await expect(page.getByText('Create your note!')).toBeVisible()
  await expect.poll(() => notesStatus(host, String(old))).toBe(401)
  const [token, stored] = await page.evaluate(() =>
    ['token', 'user'].map((name) => localStorage.getItem(name)),
  )
  expect(token).not.toBe(old)
  expect(JSON.parse(stored as string)).toEqual([token, token])
})

test('cancelling at the provider shows a message, and the user can start again, by keyboard alone', async ({
  page,
  oidcAccount,
}) => {
  await open(page, '/')
  await button(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert(page, 'Has cancelado la entrada con la otra cuenta.')).toBeVisible()
  await expect(page).toHaveURL(`${BASE}/`)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  await page.getByRole('button', { name: 'Log in' }).focus()
  await page.keyboard.press('Tab')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Account')).toBeFocused()
  page.once('dialog', (dialog) => dialog.accept())
  await page.keyboard.type(oidcAccount.sub)
  await page.keyboard.press('Enter')
  await expectScreen(page, '/notas')
})

const UNAVAILABLE = 'El sitio de la otra cuenta no responde ahora mismo. Inténtalo de nuevo en unos minutos.'

const ERRORS: [error: string, message: string][] = [
  ['expired', EXPIRED],
  ['closed', 'El registro está cerrado.'],
  ['unavailable', UNAVAILABLE],
  ['too_many', 'Demasiados intentos desde esta conexión. Inténtalo de nuevo más tarde.'],
  ['failed', FAILED],
  ['constructor', FAILED],
  ['<script>alert(1)</script>', FAILED],
]

test('an error in the address shows its message, without an alert, and a code that this tab has not asked for is not sent', async ({
  page,
}) => {
  const alerts = collectAlerts(page)
  const calls = collectCalls(page)
  for (const [fragment, message] of [
    ...ERRORS.map(([error, text]) => [`error=${encodeURIComponent(error)}`, text] as const),
    ['code=somebody-elses', EXPIRED],
  ] as const) {
    await page.goto('about:blank')
    await open(page, `/#${fragment}`)
    await expect(alert(page, message), fragment).toBeVisible()
    await expect(page).toHaveURL(`${BASE}/`)
    expect(alerts, fragment).toEqual([])
  }
  expect(calls).toEqual([])
  expect(await readToken(page)).toBeNull()
})

const FAILED_EXCHANGES = [
  { name: 'no response', status: 0, body: '', message: 'No se ha podido terminar de entrar.' },
  { name: 'a success without a token', status: 200, body: '{}', message: FAILED },
  { name: 'an error without a message', status: 500, body: '', message: FAILED },
  { name: 'too many attempts', status: 429, body: '{"message":"Más tarde."}', message: 'Más tarde.' },
  { name: 'a host that has no such call', status: 404, body: 'Not found', message: NOT_SUPPORTED },
]

test('a failed code exchange shows its message and stores nothing', async ({ page, expectConsole }) => {
  expectConsole(/^Failed to load resource/)
  await page.addInitScript(() => {
    if (location.protocol === 'http:') sessionStorage.setItem('sign-in-verifier', 'a verifier')
  })
  for (const { name, status, body, message } of FAILED_EXCHANGES) {
    await answerCall(page, '**/api/auth/oidc/session', { status, body })
    await page.goto('about:blank')
    await open(page, '/#code=a')
    await expect(alert(page, message), name).toBeVisible()
    await expect(button(page)).not.toHaveAttribute('aria-busy')
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).toBe('[{},{}]')
  }
})

test('the button works again if the browser has not left the page after ten seconds', async ({ page }) => {
  await page.route('**/api/auth/oidc/start?**', (route) => route.fulfill({ status: 204 }))
  await page.clock.install()
  await open(page, '/')
  for (let presses = 0; presses < 2; presses += 1) {
    const started = page.waitForResponse('**/api/auth/oidc/start?**')
    await button(page).click()
    await started
    await expect(button(page)).toHaveAttribute('aria-busy', 'true')
    await page.clock.fastForward(10_000)
    await expect(button(page)).not.toHaveAttribute('aria-busy')
  }
})

test('who leaves the log-in screen before the host has answered stays where they are', async ({
  page,
  provider,
}) => {
  const answer = await pauseCalls(page, '**/api/auth/oidc?**')
  const calls = collectCalls(page)
  await open(page, '/')
  await button(page).click()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expectScreen(page, '/register')
  await page.getByLabel('Username').fill('Ana')
  const answered = page.waitForResponse('**/api/auth/oidc?**')
  answer()
  await answered
  await page.getByLabel('Email').fill('ana@correo.es')
  await page.getByRole('link', { name: 'Log in' }).click()
  await button(page).click()
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/login/`))
  expect(calls).toEqual(['GET /api/auth/oidc', 'GET /api/auth/oidc', 'GET /api/auth/oidc/start'])
})

test('the button works again after Back, and says why it cannot be used without https or storage', async ({
  page,
}) => {
  await page.route('**/api/auth/oidc/start?**', (route) => route.fulfill({ status: 204 }))
  await open(page, '/')
  await button(page).click()
  await expect(button(page)).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(button(page)).not.toHaveAttribute('aria-busy')

  // Without https browsers offer no hashing.
  const setSecure = (value: boolean) =>
    page.evaluate(
      (value) => Object.defineProperty(window, 'isSecureContext', { value, configurable: true }) && 0,
      value,
    )
  await setSecure(false)
  await button(page).click()
  await expect(alert(page, 'Para entrar con una cuenta de otro sitio, este tiene que')).toBeVisible()

  await setSecure(true)
  await page.evaluate(fillLocalStorage)
  await button(page).click()
  await expect(alert(page, 'No queda espacio en este navegador')).toBeVisible()
})

const UNREACHABLE = 'No se ha podido preguntar si se puede entrar así. Comprueba tu conexión'

const UNSUPPORTED = [
  { name: 'an HTML page with 404', status: 404, body: '<h1>Cannot GET</h1>', message: NOT_SUPPORTED },
  { name: '405 without a body', status: 405, body: '', message: NOT_SUPPORTED },
  { name: 'an HTML page with 200', status: 200, body: '<!doctype html>', message: NOT_SUPPORTED },
  { name: 'a provider without a name', status: 200, body: '{}', message: FAILED },
  { name: 'another site', status: 400, body: '{"message":"Desde aquí no."}', message: 'Desde aquí no.' },
  { name: 'no response', status: 0, body: '', message: UNREACHABLE },
  { name: 'our host without one', status: 404, body: '{"message":"Aquí no."}', message: NOT_SUPPORTED },
]

test('a host without a provider shows why, and the password login still works', async ({
  page,
  user,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource/)
  const calls = collectCalls(page)
  collectAlerts(page)
  await open(page, '/')
  await fillLogin(page, user)
  expect(calls).toEqual([])
  for (const { name, status, body, message } of UNSUPPORTED) {
    await answerCall(page, '**/api/auth/oidc?**', { status, body })
    await button(page).click()
    await expect(alert(page, message), name).toBeVisible()
    await expect(button(page), name).toBeFocused()
    expect(calls, name).toEqual(['GET /api/auth/oidc'])
    calls.length = 0
  }
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectScreen(page, '/notas')
})
