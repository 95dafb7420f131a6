import { randomUUID } from 'node:crypto'
import { hashToken } from '@/server/store/tokens'
import { deleteUnconfirmedUsers } from '@/server/store/users'
import {
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  logIn,
  loginStatus,
  newRegistration,
  notesStatus,
  register,
  requestLink,
  sendLogin,
  setPassword,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { execute, select, withDatabase } from '../../support/database'
import { newOidcAccount } from '../../support/mail-and-oidc'
import { codeFor, exchangeCode, logInAtProvider, newVerifier, signInWithOidc } from '../../support/oidc-calls'
import { runAdmin } from '../../support/servers/admin'
import { linkIn, tokenIn } from '../../support/servers/mail'
import type { OidcAccount } from '../../support/servers/oidc-provider'

const DAY_MS = 24 * 60 * 60 * 1000
const { signal } = new AbortController()

const ONLY_PROVIDER = 'Aquí se entra con Mi empresa.'

/** Placeholder address of an account without an email. */
const NO_EMAIL = /^[\da-f]{32}@no-email\.invalid$/

test('the first sign-in creates an account, and later ones use it', async ({ api, oidcAccount }) => {
  const provider = await call(api, 'GET', `/api/auth/oidc?return_to=${api.origin}/app/`)
  expect([provider.status, jsonOf(provider)]).toEqual([200, { name: 'Google' }])

  const { verifier, challenge } = newVerifier()
  const { url, way } = await logInAtProvider(api, oidcAccount, challenge)
  expect(url.href).toMatch(new RegExp(`^${api.origin}/app/#code=[\\w-]{75}$`))
  for (const { search } of way) expect(search).not.toContain('token')

  const response = await exchangeCode(api, url.hash.slice('#code='.length), verifier)
  expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store, no-transform'])
  expect(jsonOf(response)).toEqual({ token: expect.stringMatching(/^[\w-]{75}$/), email: oidcAccount.email })
  const first = jsonOf(response) as { token: string }
  const note = await createNote(api, first, 'Compras')

  const second = await signInWithOidc(api, oidcAccount)
  expect(second.token).not.toBe(first.token)
  expect(await listNotes(api, second)).toEqual([note])
  expect(await usersWith(api, oidcAccount.email)).toMatchObject([{ user_name: 'Carmen' }])
  expect(await userOf(api, oidcAccount)).toMatchObject({ email: oidcAccount.email })
})

test('a verified email takes over its account', async ({ api, oidcAccount, provider }) => {
  const { email } = oidcAccount
  const [before, other] = [await createUser(api, { email }), await createUser(api)]
  const token = await operatorsToken(api, email)
  const note = await createNote(api, before, 'Compras')

  provider.add({ ...oidcAccount, email: email.toUpperCase() })
  expect(await listNotes(api, await signInWithOidc(api, oidcAccount))).toEqual([note])
  expect(await notesStatus(api, before.token)).toBe(401)
  expect(await loginStatus(api, before)).toBe(401)
  expect((await setPassword(api, token, 'nueva clave')).status).toBe(410)
  expect(await usersWith(api, email)).toHaveLength(1)
  expect(await loginStatus(api, other)).toBe(200)
  expect(await listNotes(api, other)).toEqual([])
})

test('linking leaves a password valid if a mailed link proved the email', async ({ api, provider, mail }) => {
  for (const isProved of [true, false]) {
    const account = newOidcAccount(provider)
    const { email } = account
    await createUser(api, { email })
    await requestLink(api, email)
    const [sent] = await mail.mailsTo(email)
    if (isProved) await setPassword(api, tokenIn(linkIn(sent)), 'nueva clave')
    expect((await setPassword(api, await operatorsToken(api, email), 'otra clave')).status).toBe(204)
    const before = await logIn(api, { email, password: 'otra clave' })

    await signInWithOidc(api, account)
    expect(await notesStatus(api, before)).toBe(isProved ? 200 : 401)
    expect(await loginStatus(api, { email, password: 'otra clave' })).toBe(isProved ? 200 : 401)
  }
})

test('an account of a sign-in has no password until a link sets one, which ends codes too', async ({
  api,
  oidcAccount,
  mail,
}) => {
  const { email } = oidcAccount
  const session = await signInWithOidc(api, oidcAccount)
  for (const password of ['', 'una clave', 'undefined', 'null', 'secreta'])
    expectMessage(await sendLogin(api, { email, password }), 401, 'Correo o contraseña incorrectos.')

  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, oidcAccount)
  await requestLink(api, email)
  const [sent] = await mail.mailsTo(email)
  expect((await setPassword(api, tokenIn(linkIn(sent)), 'nueva clave')).status).toBe(204)
  expect(await notesStatus(api, session.token)).toBe(401)
  expect((await exchangeCode(api, code, verifier)).status).toBe(401)
  const note = await createNote(
    api,
    { token: await logIn(api, { email, password: 'nueva clave' }) },
    'Compras',
  )
  expect(await listNotes(api, await signInWithOidc(api, oidcAccount))).toEqual([note])
})

test('an unverified email links to no account, and can be registered', async ({ api, provider }) => {
  const user = await createUser(api)
  await createNote(api, user, 'Compras')
  for (const email_verified of [false, undefined, null, 'true', 1]) {
    const stranger = newOidcAccount(provider, { email: user.email, email_verified })
    const session = await signInWithOidc(api, stranger)
    expect(await listNotes(api, session)).toEqual([])
    const note = await createNote(api, session, 'Mía')
    expect(await listNotes(api, await signInWithOidc(api, stranger))).toEqual([note])
    expect(await userOf(api, stranger)).toMatchObject({ email: expect.stringMatching(NO_EMAIL) })
  }
  expect(await listNotes(api, user)).toMatchObject([{ title: 'Compras' }])
  expect(await loginStatus(api, user)).toBe(200)
  expect(await usersWith(api, user.email)).toHaveLength(1)

  const stranger = newOidcAccount(provider, { email_verified: false })
  await createNote(api, await signInWithOidc(api, stranger), 'Mía')
  expect(await listNotes(api, await createUser(api, { email: stranger.email }))).toEqual([])
})

test('a verified email that the login form would refuse is not stored', async ({ api, provider }) => {
  const user = await createUser(api, { email: `k${randomUUID()}@correo.es` })
  const withKelvinSign = user.email.replace('k', '\u212a')
  for (const email of [
    withKelvinSign,
    'josé@correo.es',
    'carmen@correo.tecnologia',
    'carmen',
    '',
    'a@b.es, c@d.es',
    7,
    ['a@b.es'],
  ]) {
    const stranger = newOidcAccount(provider, { email })
    const session = await signInWithOidc(api, stranger)
    expect(session.email).toMatch(NO_EMAIL)
    expect(await userOf(api, stranger)).toMatchObject({ email: session.email })
    // The placeholder can neither register nor get mail.
    for (const path of ['register', 'forgot']) {
      const json = { ...newRegistration(), email: session.email }
      expect((await call(api, 'POST', `/api/auth/${path}`, { json })).status).toBe(400)
    }
  }
  // In lower case a Kelvin sign is a k.
  expect(await loginStatus(api, user)).toBe(200)
  expect(await loginStatus(api, { ...user, email: withKelvinSign })).toBe(401)
  expect((await requestLink(api, withKelvinSign)).status).toBe(400)
})

test('a new email at the provider leaves the account the same', async ({ api, provider, oidcAccount }) => {
  const user = await createUser(api)
  const note = await createNote(api, await signInWithOidc(api, oidcAccount), 'Compras')
  provider.add({ ...oidcAccount, email: user.email, email_verified: true })
  expect(await listNotes(api, await signInWithOidc(api, oidcAccount))).toEqual([note])
  expect(await loginStatus(api, user)).toBe(200)
})

test('the same subject at another provider is another user', async ({
  api,
  provider,
  startProvider,
  startWithProvider,
}) => {
  const other = await startProvider()
  const stranger = { sub: randomUUID() }
  for (const { add } of [provider, other]) add(stranger)
  await createNote(api, await signInWithOidc(api, stranger), 'Compras')

  const host = await startWithProvider({ ...other.env, DATABASE_URL: api.databaseUrl })
  expect(await listNotes(host, await signInWithOidc(host, stranger))).toEqual([])
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
    const stranger = newOidcAccount(provider, { name })
    await signInWithOidc(api, stranger)
    expect(await userOf(api, stranger)).toMatchObject({
      user_name: userName(stranger.email.split('@')[0] ?? ''),
    })
  }
})

test('with PASSWORDS=off the provider alone signs in, and the way back is a link', { tag: '@slow' }, async ({
  startWithProvider,
  provider,
}) => {
  const [account, other] = [newOidcAccount(provider), newOidcAccount(provider)]
  const before = await startWithProvider()
  const note = await createNote(before, await signInWithOidc(before, account), 'Compras')
  await signInWithOidc(before, other)
  for (const { email } of [account, other]) {
    expect((await setPassword(before, await operatorsToken(before, email), 'una clave')).status).toBe(204)
    expect(await loginStatus(before, { email, password: 'una clave' })).toBe(200)
  }
  const link = await operatorsToken(before, account.email)
  await before.stop()

  const off = await startWithProvider({ PASSWORDS: 'off', OIDC_NAME: 'Mi empresa' })
  const json = { ...newRegistration(), email: account.email, password: 'una clave', token: link }
  for (const path of ['login', 'register', 'forgot', 'reset'])
    for (const options of [{ json }, { json: {} }, {}])
      expectMessage(await call(off, 'POST', `/api/auth/${path}`, options), 403, ONLY_PROVIDER, path)

  const { token } = await signInWithOidc(off, account)
  expect(await listNotes(off, { token })).toEqual([note])
  expect(jsonOf(await call(off, 'GET', '/api/account', { token }))).toMatchObject({ hasPassword: false })
  const change = { currentPassword: 'una clave', newPassword: 'otra clave' }
  expectMessage(await call(off, 'PUT', '/api/account/password', { token, json: change }), 403, ONLY_PROVIDER)
  const session = await signInWithOidc(off, other)
  const remove = () => call(off, 'DELETE', '/api/account', { ...session, json: { email: other.email } })
  const endOthers = () => call(off, 'DELETE', '/api/account/sessions', session)
  const begin = 'UPDATE sessions SET created_at = ? WHERE token_hash = ?'
  await execute(before, begin, Date.now() - 11 * 60_000, hashToken(session.token))
  for (const act of [remove, endOthers]) expect((await act()).status).toBe(403)
  await execute(before, begin, Date.now(), hashToken(session.token))
  for (const act of [endOthers, remove]) expect((await act()).status).toBe(204)
  expect(await usersWith(before, other.email)).toEqual([])
  const env = { ...provider.env, PASSWORDS: 'off', SITE_URL: off.origin }
  for (const [command, what] of [
    ['reset-link', 'link'],
    ['reset-password', 'password'],
  ] as const) {
    const { errors } = await runAdmin(before.databaseUrl, [command, account.email], 'una clave\n', env)
    const warning = `PASSWORDS is off: users log in with Google, and the ${what} works only with on.\n`
    expect(errors, command).toContain(warning)
  }
  await off.stop()

  const back = await startWithProvider({ PASSWORDS: 'on' })
  expect((await setPassword(back, await operatorsToken(before, account.email), 'otra clave')).status).toBe(
    204,
  )
  const again = await logIn(back, { email: account.email, password: 'otra clave' })
  expect(await listNotes(back, { token: again })).toEqual([note])
})

test('without registrations a sign-in adds no account', async ({
  api,
  oidcAccount,
  provider,
  startWithProvider,
}) => {
  await signInWithOidc(api, oidcAccount)
  const closed = await startWithProvider({ DATABASE_URL: api.databaseUrl, REGISTRATIONS_PER_HOUR: '0' })
  expect((await logInAtProvider(closed, newOidcAccount(provider))).url.hash).toBe('#error=too_many')
  await signInWithOidc(closed, oidcAccount)
})

/** Token of a reset link that the operator makes. */
async function operatorsToken({ databaseUrl }: { databaseUrl: string }, email: string): Promise<string> {
  return tokenIn((await runAdmin(databaseUrl, ['reset-link', email])).output.trim())
}

/** User whose identity has that subject. */
async function userOf(host: { databaseUrl: string }, { sub }: OidcAccount): Promise<Record<string, unknown>> {
  const ofSubject = 'SELECT * FROM users WHERE id = (SELECT user_id FROM identities WHERE subject = ?)'
  return (await select(host, ofSubject, sub))[0] ?? {}
}

function usersWith(host: { databaseUrl: string }, email: string) {
  return select(host, 'SELECT * FROM users WHERE email = ?', email)
}

test('of two new subjects with the same email at once, one joins the account', async ({
  api,
  oidcAccount,
  provider,
}) => {
  await createUser(api, oidcAccount)
  const heir = newOidcAccount(provider, { email: oidcAccount.email })
  const pages = await Promise.all([oidcAccount, heir].map((account) => logInAtProvider(api, account)))
  const ends = pages.map(({ url }) => url.hash.replace(/code=.*/, 'code'))
  expect(ends.sort()).toEqual(['#code', '#error=taken'])
})

test('a login by the provider confirms a registered address, and voids its link', async ({
  startWithProvider,
  oidcAccount,
  mail,
}) => {
  const host = await startWithProvider({ REGISTRATION: 'correo.es', ...mail.env })
  const { email } = oidcAccount
  await register(host, { email })
  const [sent] = await mail.mailsTo(email)
  const user = await signInWithOidc(host, oidcAccount)
  expect((await setPassword(host, tokenIn(linkIn(sent)), 'mi clave')).status).toBe(410)
  await withDatabase(host, (database) => deleteUnconfirmedUsers(database, Date.now() + 8 * DAY_MS, signal))
  expect(await listNotes(host, user)).toEqual([])
  await register(host, { email })
  await expect
    .poll(async () => (await mail.mailsTo(email)).map(({ subject }) => subject))
    .toContain('Ya tienes una cuenta de Notas')
})

test('a new subject of a provider never enters an account that has one of that provider, until the operator unlinks it', async ({
  api,
  oidcAccount,
  provider,
}) => {
  const first = await signInWithOidc(api, oidcAccount)
  const note = await createNote(api, first, 'Secreto')
  const heir = newOidcAccount(provider, { email: oidcAccount.email })
  const { challenge } = newVerifier()
  expect((await logInAtProvider(api, heir, challenge)).url.hash).toBe('#error=taken')
  expect(await listNotes(api, await signInWithOidc(api, oidcAccount))).toEqual([note])

  const unlink = () => runAdmin(api.databaseUrl, ['unlink', oidcAccount.email])
  expect(await unlink()).toMatchObject({ code: 0, errors: '' })
  expect(await notesStatus(api, first.token)).toBe(401)
  expect(await unlink()).toMatchObject({
    code: 1,
    errors: `${oidcAccount.email} logs in with no provider.\n`,
  })
  expect(await listNotes(api, await signInWithOidc(api, heir))).toEqual([note])
  expect((await logInAtProvider(api, oidcAccount, challenge)).url.hash).toBe('#error=taken')
})
