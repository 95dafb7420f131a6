import { randomUUID } from 'node:crypto'
import {
  type Api,
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  newRegistration,
} from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'
import { createHttpBrowser } from '../../support/http-browser'
import { callbackOf, newOidcAccount } from '../../support/mail-and-oidc'
import {
  authenticate,
  codeFor,
  exchangeCode,
  newVerifier,
  openLoginPage,
  signInWithOidc,
} from '../../support/oidc-calls'
import { runAdmin } from '../../support/servers/admin'
import { startHost } from '../../support/servers/host'
import { linkIn, type MailServer } from '../../support/servers/mail'
import { type OidcAccount, startOidcProvider } from '../../support/servers/oidc-provider'

/** Placeholder address of an account without an email. */
const NO_EMAIL = /^[\da-f]{32}@no-email\.invalid$/

test('the first sign-in with the provider creates an account, and later ones use it', async ({
  api,
  oidcAccount,
}) => {
  const provider = await call(api, 'GET', `/api/auth/oidc?return_to=${api.origin}/app/`)
  expect([provider.status, jsonOf(provider)]).toEqual([200, { name: 'Google' }])

  const browser = createHttpBrowser(api)
  const { verifier, challenge } = newVerifier()
  const { url, way } = await authenticate(browser, await openLoginPage(api, browser, challenge), oidcAccount)
  expect(url.href).toMatch(new RegExp(`^${api.origin}/app/#code=[\\w-]{43}$`))
  for (const { search } of way) expect(search).not.toContain('token')

  const response = await exchangeCode(api, url.hash.slice('#code='.length), verifier)
  expect(response.status).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(jsonOf(response)).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), email: oidcAccount.email })
  const first = jsonOf(response) as { token: string }
  const note = await createNote(api, first, 'Compras')

  const second = await signInWithOidc(api, oidcAccount)
  expect(second.token).not.toBe(first.token)
  expect(await listNotes(api, second)).toEqual([note])
  expect(await usersOf(api, 'email = ?', oidcAccount.email)).toMatchObject([{ user_name: 'Carmen' }])
  expect(await userOf(api, oidcAccount)).toMatchObject({ email: oidcAccount.email })
})

test('a verified email links to its account, whose password, sessions and reset link become invalid', async ({
  api,
  oidcAccount,
  provider,
}) => {
  const registration = { ...newRegistration(), email: oidcAccount.email }
  await call(api, 'POST', '/api/auth/register', { json: registration })
  const other = await createUser(api)
  const before = await logIn(api, registration)
  const { output } = await runAdmin(api.databaseUrl, ['reset-link', oidcAccount.email])
  const note = await createNote(api, before, 'Compras')

  provider.add({ ...oidcAccount, email: oidcAccount.email.toUpperCase() })
  const joined = await signInWithOidc(api, oidcAccount)
  expect(await listNotes(api, joined)).toEqual([note])
  expect((await call(api, 'GET', '/api/notes', before)).status).toBe(401)
  expect((await logInResponse(api, registration)).status).toBe(401)
  const token = output.trim().split('#token=')[1]
  const reset = await call(api, 'POST', '/api/auth/reset', { json: { token, password: 'nueva clave' } })
  expect(reset.status).toBe(410)

  expect(await usersOf(api, 'email = ?', oidcAccount.email)).toHaveLength(1)
  expect((await logInResponse(api, other)).status).toBe(200)
  expect(await listNotes(api, other)).toEqual([])
})

test("linking leaves password and sessions valid if a mailed link has proved the email, even after an operator's link", async ({
  api,
  oidcAccount,
  mail,
}) => {
  const registration = { ...newRegistration(), email: oidcAccount.email }
  await call(api, 'POST', '/api/auth/register', { json: registration })
  await setPassword(api, mail, oidcAccount.email, 'nueva clave')
  await setPasswordByOperator(api, oidcAccount.email, 'otra clave')
  const before = await logIn(api, { ...registration, password: 'otra clave' })

  await signInWithOidc(api, oidcAccount)
  expect((await call(api, 'GET', '/api/notes', before)).status).toBe(200)
  expect((await logInResponse(api, { ...registration, password: 'otra clave' })).status).toBe(200)
})

test("an operator's link does not prove the email, even if it replaces a mailed one", async ({
  api,
  oidcAccount,
  mail,
}) => {
  const registration = { ...newRegistration(), email: oidcAccount.email }
  await call(api, 'POST', '/api/auth/register', { json: registration })
  await call(api, 'POST', '/api/auth/forgot', { json: { email: oidcAccount.email } })
  await mail.mailsTo(oidcAccount.email)
  await setPasswordByOperator(api, oidcAccount.email, 'clave de otro')

  await signInWithOidc(api, oidcAccount)
  expect((await logInResponse(api, { ...registration, password: 'clave de otro' })).status).toBe(401)
})

test('an account created by a sign-in has no password until a reset link sets one', async ({
  api,
  oidcAccount,
  mail,
}) => {
  const session = await signInWithOidc(api, oidcAccount)
  for (const password of ['', 'una clave', 'undefined', 'null', 'secreta']) {
    const response = await logInResponse(api, { email: oidcAccount.email, password })
    expect([response.status, jsonOf(response)]).toEqual([
      401,
      { message: 'Correo o contraseña incorrectos.' },
    ])
  }

  await setPassword(api, mail, oidcAccount.email, 'nueva clave')
  expect((await call(api, 'GET', '/api/notes', session)).status).toBe(401)
  const note = await createNote(
    api,
    await logIn(api, { email: oidcAccount.email, password: 'nueva clave' }),
    'Compras',
  )
  expect(await listNotes(api, await signInWithOidc(api, oidcAccount))).toEqual([note])
})

const NOT_VERIFIED = [false, undefined, null, 'true', 1]

test('an unverified email links to no account and is not stored', async ({ api, provider }) => {
  const user = await createUser(api)
  await createNote(api, user, 'Compras')

  for (const email_verified of NOT_VERIFIED) {
    const stranger = { sub: randomUUID(), name: 'Extraño', email: user.email, email_verified }
    provider.add(stranger)
    const session = await signInWithOidc(api, stranger)
    expect(await listNotes(api, session)).toEqual([])
    const note = await createNote(api, session, 'Mía')
    expect(await listNotes(api, await signInWithOidc(api, stranger))).toEqual([note])
    expect(await userOf(api, stranger)).toMatchObject({ email: expect.stringMatching(NO_EMAIL) })
  }
  expect(await listNotes(api, user)).toMatchObject([{ title: 'Compras' }])
  expect((await logInResponse(api, user)).status).toBe(200)
  expect(await usersOf(api, 'email = ?', user.email)).toHaveLength(1)
})

test('an unverified email of a sign-in can still be registered', async ({ api, provider }) => {
  const registration = newRegistration()
  const stranger = { sub: randomUUID(), email: registration.email, email_verified: false }
  provider.add(stranger)
  const session = await signInWithOidc(api, stranger)
  await createNote(api, session, 'Mía')

  expect((await call(api, 'POST', '/api/auth/register', { json: registration })).status).toBe(201)
  expect(await listNotes(api, await logIn(api, registration))).toEqual([])
})

test('a verified email that the login form would refuse is not stored', async ({ api, provider }) => {
  for (const email of [
    'josé@correo.es',
    'carmen@correo.tecnologia',
    'carmen',
    '',
    'a@b.es, c@d.es',
    7,
    ['a@b.es'],
  ]) {
    const stranger = { sub: randomUUID(), email: email as string, email_verified: true }
    provider.add(stranger)
    const session = await signInWithOidc(api, stranger)
    expect(session.email).toMatch(NO_EMAIL)
    expect(await userOf(api, stranger)).toMatchObject({ email: session.email })
    // The placeholder can neither register nor get mail.
    for (const path of ['register', 'forgot']) {
      const json = { ...newRegistration(), email: session.email }
      expect((await call(api, 'POST', `/api/auth/${path}`, { json })).status).toBe(400)
    }
  }
})

test('an email with a Kelvin sign does not match one with a k, its lower case', async ({ api, provider }) => {
  const registration = { ...newRegistration(), email: `k${randomUUID()}@correo.es` }
  await call(api, 'POST', '/api/auth/register', { json: registration })
  await createNote(api, await logIn(api, registration), 'Compras')

  const email = registration.email.replace('k', '\u212a')
  const stranger = { sub: randomUUID(), email, email_verified: true }
  provider.add(stranger)
  expect(await listNotes(api, await signInWithOidc(api, stranger))).toEqual([])
  expect((await logInResponse(api, registration)).status).toBe(200)
  expect((await logInResponse(api, { ...registration, email })).status).toBe(401)
  expect((await call(api, 'POST', '/api/auth/forgot', { json: { email } })).status).toBe(400)
})

test('a new email at the provider leaves the user in the same account', async ({
  api,
  provider,
  oidcAccount,
}) => {
  const user = await createUser(api)
  const note = await createNote(api, await signInWithOidc(api, oidcAccount), 'Compras')

  provider.add({ ...oidcAccount, email: user.email, email_verified: true })
  expect(await listNotes(api, await signInWithOidc(api, oidcAccount))).toEqual([note])
  expect((await logInResponse(api, user)).status).toBe(200)
})

test('the same subject at another provider is another user', async ({ api, ownPort, provider }) => {
  const other = await startOidcProvider({ redirectUris: [callbackOf(ownPort)] })
  const stranger = { sub: randomUUID() }
  for (const { add } of [provider, other]) add(stranger)
  await createNote(api, await signInWithOidc(api, stranger), 'Compras')

  const host = await startHost({
    databaseUrl: api.databaseUrl,
    env: { ...other.env, PORT: String(ownPort) },
  })
  expect(await listNotes(host, await signInWithOidc(host, stranger))).toEqual([])
  await host.stop()
  await other.stop()
})

const NAMES: [name: unknown, userName: (email: string) => string][] = [
  ['🦜'.repeat(101), () => '🦜'.repeat(100)],
  ['  ', (email) => email],
  ['Car\0men', () => 'Carmen'],
  ['\ud83e', () => '\ufffd'],
  [undefined, (email) => email],
  [7, (email) => email],
]

test('the name of a sign-in is cut to size, cleaned, or replaced by the email', async ({ api, provider }) => {
  for (const [name, userName] of NAMES) {
    const local = randomUUID()
    const stranger = {
      sub: randomUUID(),
      name: name as string,
      email: `${local}@correo.es`,
      email_verified: true,
    }
    provider.add(stranger)
    await signInWithOidc(api, stranger)
    expect(await userOf(api, stranger)).toMatchObject({ user_name: userName(local) })
  }
})

test('a deleted user who signs in again gets a new account', async ({ api, oidcAccount }) => {
  await createNote(api, await signInWithOidc(api, oidcAccount), 'Compras')
  const { challenge, verifier } = newVerifier()
  const code = await codeFor(api, challenge, oidcAccount)
  const { id } = await userOf(api, oidcAccount)
  expect((await runAdmin(api.databaseUrl, ['delete-user', oidcAccount.email, '--yes'])).code).toBe(0)

  expect((await exchangeCode(api, code, verifier)).status).toBe(401)
  for (const table of ['identities', 'sign_in_codes', 'sessions', 'notes']) {
    const rows = await withDatabase(api, ({ read }) =>
      read(sql(`SELECT * FROM ${table} WHERE user_id = ?`, String(id))),
    )
    expect(rows, table).toEqual([])
  }
  expect(await listNotes(api, await signInWithOidc(api, oidcAccount))).toEqual([])
})

test('a host that allows no registrations creates no account for a sign-in', async ({
  api,
  oidcAccount,
  provider,
  ownPort,
}) => {
  await signInWithOidc(api, oidcAccount)
  const closed = await startHost({
    databaseUrl: api.databaseUrl,
    env: { ...provider.env, PORT: String(ownPort), REGISTRATIONS_PER_HOUR: '0' },
  })
  const stranger = newOidcAccount(provider)

  const browser = createHttpBrowser()
  const { url } = await authenticate(
    browser,
    await openLoginPage(closed, browser, newVerifier().challenge),
    stranger,
  )
  expect(url.hash).toBe('#error=too_many')
  await signInWithOidc(closed, oidcAccount)
  await closed.stop()
})

function logInResponse(host: Api, { email, password }: { email: string; password: string }) {
  return call(host, 'POST', '/api/auth/login', { json: { email, password } })
}

async function logIn(host: Api, user: { email: string; password: string }): Promise<{ token: string }> {
  return jsonOf(await logInResponse(host, user)) as { token: string }
}

/** Sets a password with a mailed link. */
async function setPassword(host: Api, mail: MailServer, email: string, password: string): Promise<void> {
  await call(host, 'POST', '/api/auth/forgot', { json: { email } })
  const [sent] = await mail.mailsTo(email)
  const token = linkIn(sent).split('#token=')[1]
  expect((await call(host, 'POST', '/api/auth/reset', { json: { token, password } })).status).toBe(204)
}

async function setPasswordByOperator(
  host: Api & { databaseUrl: string },
  email: string,
  password: string,
): Promise<void> {
  const { output } = await runAdmin(host.databaseUrl, ['reset-link', email])
  const token = output.trim().split('#token=')[1]
  expect((await call(host, 'POST', '/api/auth/reset', { json: { token, password } })).status).toBe(204)
}

/** User whose identity has that subject. */
async function userOf(host: { databaseUrl: string }, { sub }: OidcAccount): Promise<Record<string, unknown>> {
  const [user] = await usersOf(host, 'id = (SELECT user_id FROM identities WHERE subject = ?)', sub)
  return user ?? {}
}

function usersOf(host: { databaseUrl: string }, condition: string, value: string) {
  return withDatabase(host, ({ read }) => read(sql(`SELECT * FROM users WHERE ${condition}`, value)))
}
