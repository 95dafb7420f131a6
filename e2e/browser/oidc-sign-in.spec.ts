import type { Page } from '@playwright/test'
import {
  collectAlerts,
  collectCalls,
  expectCards,
  expectScreen,
  fillLogin,
  open,
  pauseCalls,
  save,
  signIn,
  write,
} from '../support/actions'
import { readAllStorage } from '../support/browser-storage'
import { BASE, createUser, expect, test } from '../support/fixtures'
import { newPerson } from '../support/mail-and-oidc'
import { type HostProcess, startHost } from '../support/servers/host'
import type { Person } from '../support/servers/oidc-provider'

const NONE = 'En este sitio no se puede entrar con una cuenta de Google.'
const EXPIRED = 'La entrada ha caducado. Inténtalo de nuevo.'
const FAILED = 'No se ha podido entrar con esa cuenta.'

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** On the provider's own page. */
async function identify(page: Page, { sub }: Person): Promise<void> {
  await page.getByLabel('Account').fill(sub)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function signInElsewhere(page: Page, person: Person): Promise<void> {
  await open(page, '/')
  page.once('dialog', (dialog) => dialog.accept().catch(() => {}))
  await button(page).click()
  await identify(page, person)
  await expectScreen(page, '/notas')
}

/** Comes back as somebody who has begun in this tab. */
async function comeBackWith(page: Page, fragment: string): Promise<void> {
  await open(page, '/')
  await page.evaluate(() => sessionStorage.setItem('sign-in-verifier', 'a verifier'))
  await page.goto('about:blank')
  await open(page, `/${fragment}`)
}

test('whoever has an account elsewhere signs in with it, and finds the notes again the next time', {
  tag: '@cluster',
}, async ({ page, person, provider }) => {
  const alerts = collectAlerts(page)
  const calls = collectCalls(page)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await open(page, '/')
  await button(page).click()
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/login/`))
  const answer = page.waitForResponse('**/api/auth/oidc/session')
  await identify(page, person)
  await expectScreen(page, '/notas')

  expect(alerts).toEqual(['alert: no compartas tu clave'])
  const { token } = await (await answer).json()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
  expect(calls.filter((call) => call.includes('/auth/'))).toEqual([
    'GET /api/auth/oidc',
    'GET /api/auth/oidc/start',
    'GET /api/auth/oidc/callback',
    'POST /api/auth/oidc/session',
  ])
  expect(addresses.filter((address) => address.includes(token))).toEqual([])

  await open(page, '/create-note')
  await write(page, { title: 'Plantas' })
  await save(page)
  await expectCards(page, ['Plantas'])
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expectScreen(page, '/')
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).toBe('[{},{}]')
  await page.context().clearCookies()
  await signInElsewhere(page, person)
  await expectCards(page, ['Plantas'])
})

test('an email that is verified there joins the account that has it here', async ({
  page,
  user,
  provider,
}) => {
  await user.addNote('Plantas')
  await signInElsewhere(page, newPerson(provider, user.email))
  await expectCards(page, ['Plantas'])
})

test('what comes back is gone from the address and from the browser', async ({ page, person }) => {
  await open(page, '/')
  const answer = await pauseCalls(page, '**/api/auth/oidc/session')
  await button(page).click()
  const sent = page.waitForRequest('**/api/auth/oidc/session')
  await identify(page, person)
  const { code, verifier } = (await sent).postDataJSON()
  await expect(page).toHaveURL(`${BASE}/`)
  await expect(button(page)).toHaveAttribute('aria-busy', 'true')
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(code)
  const kept = await readAllStorage(page)
  for (const secret of [code, verifier]) expect(kept).not.toContain(secret)

  page.once('dialog', (dialog) => dialog.accept())
  answer()
  await expectScreen(page, '/notas')
  await page.goBack()
  await expect(page).toHaveURL((url) => !url.href.includes(code))
})

test('by keyboard alone', async ({ page, person }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Log in' }).focus()
  await page.keyboard.press('Tab')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Account')).toBeFocused()
  page.once('dialog', (dialog) => dialog.accept())
  await page.keyboard.type(person.sub)
  await page.keyboard.press('Enter')
  await expectScreen(page, '/notas')
})

test('whoever cancels there is told so, and can begin again', async ({ page, person }) => {
  await open(page, '/')
  await button(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert(page, 'Has cancelado la entrada con la otra cuenta.')).toBeVisible()
  await expect(page).toHaveURL(`${BASE}/`)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  page.once('dialog', (dialog) => dialog.accept())
  await button(page).click()
  await identify(page, person)
  await expectScreen(page, '/notas')
})

const UNAVAILABLE = 'El sitio de la otra cuenta no responde ahora mismo. Inténtalo de nuevo en unos minutos.'

test('a provider that is away is told', async ({ page, provider }) => {
  // One that does not know it yet.
  const host = await startHost({ env: provider.env })
  provider.fail(true)
  await page.goto(`${host.origin}${BASE}/`)
  await button(page).click()
  await expect(alert(page, UNAVAILABLE)).toBeVisible()
  await expect(page).toHaveURL(`${host.origin}${BASE}/`)
  provider.fail(false)
  await host.stop()
})

const ERRORS: [word: string, says: string][] = [
  ['expired', EXPIRED],
  ['too_many', 'Demasiados intentos desde esta conexión. Inténtalo de nuevo más tarde.'],
  ['failed', FAILED],
  ['constructor', FAILED],
  ['<script>alert(1)</script>', FAILED],
]

test('an address that tells of a failure: its sentence, and no alert', async ({ page }) => {
  const alerts = collectAlerts(page)
  for (const [word, says] of ERRORS) {
    await page.goto('about:blank')
    await open(page, `/#error=${encodeURIComponent(word)}`)
    await expect(alert(page, says), word).toBeVisible()
    await expect(page).toHaveURL(`${BASE}/`)
    expect(alerts, word).toEqual([])
  }
})

test('a code is of no use to a tab that has not begun: it is not even asked about', async ({ page }) => {
  const calls = collectCalls(page)
  await open(page, '/#code=somebody-elses')
  await expect(alert(page, EXPIRED)).toBeVisible()
  await expect(page).toHaveURL(`${BASE}/`)
  expect(calls).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a code that was forged, or is replayed, signs in nobody', { tag: '@cluster' }, async ({
  page,
  context,
  person,
  expectConsole,
}) => {
  expectConsole(/^Failed to load resource.* 401/)
  await comeBackWith(page, '#code=forged')
  await expect(alert(page, EXPIRED)).toBeVisible()

  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/session') && !request.postData()?.includes('forged'),
  )
  await signInElsewhere(page, person)
  const { code, verifier } = (await sent).postDataJSON()
  const other = await context.newPage()
  await open(other, '/')
  await other.evaluate((kept) => sessionStorage.setItem('sign-in-verifier', kept), verifier)
  await other.goto('about:blank')
  await open(other, `/#code=${code}`)
  await expect(alert(other, EXPIRED)).toBeVisible()
})

const ODD_SESSIONS = [
  { name: 'no answer', status: 0, body: '', says: 'No se ha podido terminar de entrar.' },
  { name: 'a success without a token', status: 200, body: '{}', says: FAILED },
  { name: 'an error without a message', status: 500, body: '', says: FAILED },
  { name: 'too many attempts', status: 429, body: '{"message":"Más tarde."}', says: 'Más tarde.' },
  { name: 'a host that has no such call', status: 404, body: 'Not found', says: NONE },
]

test('an exchange that fails has its sentence, and stores nothing', async ({ page, expectConsole }) => {
  expectConsole(/^Failed to load resource/)
  for (const { name, status, body, says } of ODD_SESSIONS) {
    await page.route('**/api/auth/oidc/session', (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body }),
    )
    await comeBackWith(page, '#code=a')
    await expect(alert(page, says), name).toBeVisible()
    await expect(button(page)).not.toHaveAttribute('aria-busy')
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).toBe('[{},{}]')
    await page.unroute('**/api/auth/oidc/session')
  }
})

test('a list in another tab goes when somebody else signs in', async ({ page, context, user, person }) => {
  await user.addNote('Plantas')
  await signIn(page, user)
  await expectCards(page, ['Plantas'])
  const other = await context.newPage()
  await signInElsewhere(other, person)
  await expect(page.getByText('Create your note!')).toBeVisible()
})

test('a host that tells the email has what is kept stay with it', async ({ page, person }) => {
  await page.route('**/api/auth/oidc/session', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), email: person.email } })
  })
  await signInElsewhere(page, person)
  const user = await page.evaluate(() => localStorage.getItem('user'))
  expect(JSON.parse(user as string)[1]).toBe(person.email)
})

test('while the host is asked the button is busy, and asks once', async ({ page }) => {
  const calls = collectCalls(page)
  const answer = await pauseCalls(page, '**/api/auth/oidc?**')
  await open(page, '/')
  await button(page).click()
  await expect(button(page)).toHaveAttribute('aria-busy', 'true')
  await button(page).click({ force: true })
  answer()
  await expect(page.getByLabel('Account')).toBeVisible()
  expect(calls).toEqual(['GET /api/auth/oidc', 'GET /api/auth/oidc/start'])
})

test('a page that is left for elsewhere, and slept, can be used when one comes back to it', async ({
  page,
}) => {
  await page.route('**/api/auth/oidc/start?**', (route) => route.fulfill({ status: 204 }))
  await open(page, '/')
  await button(page).click()
  await expect(button(page)).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(button(page)).not.toHaveAttribute('aria-busy')
})

test('where the browser hashes nothing, without https, a sentence says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await open(page, '/')
  await button(page).click()
  await expect(alert(page, 'Para entrar con una cuenta de otro sitio, este tiene que')).toBeVisible()
})

test('a browser that keeps no storage says that it did not work', async ({ page, expectConsole }) => {
  expectConsole(/full/)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await open(page, '/')
  await button(page).click()
  await expect(alert(page, FAILED)).toBeVisible()
})

const UNREACHABLE = 'No se ha podido preguntar si se puede entrar así. Comprueba tu conexión'

const WITHOUT = [
  { name: 'our host without a provider', says: NONE },
  { name: 'a page that says 404', status: 404, body: '<h1>Cannot GET</h1>', says: NONE },
  { name: 'nothing but 405', status: 405, body: '', says: NONE },
  { name: 'the page of another address', status: 200, body: '<!doctype html>', says: NONE },
  { name: 'a provider without a name', status: 200, body: '{}', says: FAILED },
  { name: 'another site', status: 400, body: '{"message":"Desde aquí no."}', says: 'Desde aquí no.' },
  { name: 'no answer', status: 0, body: '', says: UNREACHABLE },
]

const bareHostTest = test.extend<{ bareHost: HostProcess }>({
  bareHost: async ({ createDatabase }, use) => {
    const host = await startHost({ databaseUrl: await createDatabase() })
    await use(host)
    await host.stop()
  },

  baseURL: async ({ bareHost }, use) => use(bareHost.origin),

  user: async ({ bareHost }, use) => use(await createUser(bareHost)),
})

bareHostTest(
  'a host without a provider says why, and the login goes on',
  async ({ page, user, expectConsole }) => {
    expectConsole(/^Failed to load resource/)
    const calls = collectCalls(page)
    collectAlerts(page)
    for (const { name, status, body, says } of WITHOUT) {
      if (status !== undefined) {
        await page.route('**/api/auth/oidc?**', (route) =>
          status === 0 ? route.abort() : route.fulfill({ status, body: body ?? '' }),
        )
      }
      await open(page, '/')
      await fillLogin(page, user)
      expect(calls, name).toEqual([])
      await button(page).click()
      await expect(alert(page, says), name).toBeVisible()
      await expect(button(page), name).toBeFocused()
      expect(calls, name).toEqual(['GET /api/auth/oidc'])

      await page.getByRole('button', { name: 'Log in' }).click()
      await expectScreen(page, '/notas')
      await page.evaluate(() => localStorage.clear())
      await page.unroute('**/api/auth/oidc?**')
      calls.length = 0
    }
  },
)
