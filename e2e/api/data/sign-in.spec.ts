import { randomUUID } from 'node:crypto'
import { startIdentityProvider } from '../../support/servers/oidc-provider'
import { linkIn, startMailServer } from '../../support/servers/mail'
import { freePort } from '../../support/servers/process'
import { admin } from '../../support/servers/admin'
import {
  call,
  createNote,
  createUser,
  expect,
  jsonOf,
  listNotes,
  newRegistration,
  sql,
  withDatabase,
} from '../../support/api-client'
import { createHttpBrowser } from '../../support/http-browser'
import {
  authenticate,
  begin,
  callbackFor,
  callbackOf,
  codeFor,
  errorsOf,
  exchange,
  newVerifier,
  signIn,
  startUrl,
  test,
} from '../../support/sign-in-calls'

type Host = { origin: string }

test('whoever has an account at the provider gets one here, and the same one each time', async ({
  start,
  person,
  databaseUrl,
}) => {
  const host = await start()
  const named = await call(host, 'GET', `/api/auth/oidc?return_to=${host.origin}/app/`)
  expect([named.status, jsonOf(named)]).toEqual([200, { name: 'Google' }])

  const browser = createHttpBrowser()
  const { verifier, challenge } = newVerifier()
  const { url, way } = await authenticate(browser, await begin(host, browser, challenge), person)
  expect(url.href).toMatch(new RegExp(`^${host.origin}/app/#code=[\\w-]{43}$`))
  for (const { search } of way) expect(search).not.toContain('token')

  const answer = await exchange(host, url.hash.slice('#code='.length), verifier)
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(jsonOf(answer)).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), email: person.email })
  const first = jsonOf(answer) as { token: string }
  const note = await createNote(host, first, 'Compras')

  const second = await signIn(host, person)
  expect(second.token).not.toBe(first.token)
  expect(await listNotes(host, second)).toEqual([note])
  expect(await usersOf(databaseUrl)).toMatchObject([{ email: person.email, user_name: 'Carmen' }])
})

test('a front end elsewhere, the name, and the address of the host are as they are set', async ({
  start,
  person,
}) => {
  const frontEnd = 'https://notas.example'
  const host = await start({
    CORS_ORIGINS: frontEnd,
    OIDC_NAME: 'Mi empresa',
    SITE_URL: 'https://otra.example/app',
  })
  const named = await call(host, 'GET', `/api/auth/oidc?return_to=${frontEnd}/a/`, {
    headers: { Origin: frontEnd },
  })
  expect(jsonOf(named)).toEqual({ name: 'Mi empresa' })
  expect(named.headers['access-control-allow-origin']).toBe(frontEnd)

  // The provider knows this host by another address than the front end's.
  const wrong = await createHttpBrowser().go(startUrl(host, newVerifier().challenge, `${frontEnd}/a/`))
  expect(wrong.way[1]?.searchParams.get('redirect_uri')).toBe('https://otra.example/api/auth/oidc/callback')
  expect(wrong.status).toBe(400)
  await host.stop()

  const again = await start({
    CORS_ORIGINS: frontEnd,
    SITE_URL: 'https://otra.example/app',
    NEXT_PUBLIC_API_HOST: host.origin,
  })
  const browser = createHttpBrowser()
  const { verifier, challenge } = newVerifier()
  const { url } = await authenticate(
    browser,
    await begin(again, browser, challenge, `${frontEnd}/a/`),
    person,
  )
  expect(url.href).toMatch(/^https:\/\/notas\.example\/a\/#code=/)
  const answer = await exchange(again, url.hash.slice('#code='.length), verifier)
  expect(answer.status).toBe(200)
})

test('a sign-in may begin at one host, come back to another and end at a third', async ({
  start,
  port,
  person,
}) => {
  const first = await start({ PORT: '0', NEXT_PUBLIC_API_HOST: `http://127.0.0.1:${port}` })
  const second = await start({ NEXT_PUBLIC_API_HOST: `http://127.0.0.1:${port}` })
  const third = await start({ PORT: '0', NEXT_PUBLIC_API_HOST: `http://127.0.0.1:${port}` })
  const browser = createHttpBrowser()
  const { verifier, challenge } = newVerifier()
  // A balancer has one address, and the browser one cookie there.
  const page = await begin(first, browser, challenge)
  const [name = '', value = ''] = browser.cookiesFor(first.origin).split('=')
  browser.setCookie(second.origin, name, value)

  const { url } = await authenticate(browser, page, person)
  expect(url.href).toMatch(new RegExp(`^${first.origin}/app/#code=`))
  expect((await exchange(third, url.hash.slice('#code='.length), verifier)).status).toBe(200)
})

test('who is in the userinfo alone, or in the ID token, is found, and a secret is sent as the provider wants it', async ({
  start,
  port,
  databaseUrl,
}) => {
  for (const configuration of [
    { conformIdTokenClaims: false },
    { conformIdTokenClaims: true, clientAuthMethods: ['client_secret_post' as const] },
  ]) {
    const auth = configuration.clientAuthMethods?.[0] ?? 'client_secret_basic'
    const provider = await startIdentityProvider({
      redirectUris: [callbackOf(port)],
      configuration: { ...configuration, clientDefaults: { token_endpoint_auth_method: auth } },
    })
    const person = { sub: randomUUID(), email: `${randomUUID()}@correo.es`, email_verified: true }
    provider.add(person)
    const host = await start(provider.env)
    await signIn(host, person)
    expect((await usersOf(databaseUrl)).map(({ email }) => email)).toContain(person.email)
    await host.stop()
    await provider.stop()
  }
})

test('a verified email joins the account that has it, and whoever took it before is shut out', async ({
  start,
  person,
  provider,
  databaseUrl,
}) => {
  const host = await start()
  const registration = { ...newRegistration(), email: person.email }
  await call(host, 'POST', '/api/auth/register', { json: registration })
  const other = await createUser(host)
  const before = await logIn(host, registration)
  const { output } = await admin(databaseUrl, ['reset-link', person.email])
  const note = await createNote(host, before, 'Compras')

  provider.add({ ...person, email: person.email.toUpperCase() })
  const joined = await signIn(host, person)
  expect(await listNotes(host, joined)).toEqual([note])
  expect((await call(host, 'GET', '/api/notes', before)).status).toBe(401)
  expect((await logInAnswer(host, registration)).status).toBe(401)
  const token = output.trim().split('#token=')[1]
  const reset = await call(host, 'POST', '/api/auth/reset', { json: { token, password: 'nueva clave' } })
  expect(reset.status).toBe(410)

  expect(await usersOf(databaseUrl)).toHaveLength(2)
  expect((await logInAnswer(host, other)).status).toBe(200)
  expect(await listNotes(host, other)).toEqual([])
})

test('whoever has proved the email by a mailed link keeps password and sessions when joined', async ({
  start,
  person,
}) => {
  const mail = await startMailServer()
  const host = await start(mail.env)
  const registration = { ...newRegistration(), email: person.email }
  await call(host, 'POST', '/api/auth/register', { json: registration })
  await setPassword(host, mail, person.email, 'nueva clave')
  const before = await logIn(host, { ...registration, password: 'nueva clave' })

  await signIn(host, person)
  expect((await call(host, 'GET', '/api/notes', before)).status).toBe(200)
  expect((await logInAnswer(host, { ...registration, password: 'nueva clave' })).status).toBe(200)
  await mail.stop()
})

test("the operator's link proves no email", async ({ start, person, databaseUrl }) => {
  const host = await start()
  const registration = { ...newRegistration(), email: person.email }
  await call(host, 'POST', '/api/auth/register', { json: registration })
  const { output } = await admin(databaseUrl, ['reset-link', person.email])
  const token = output.trim().split('#token=')[1]
  const json = { token, password: 'clave de otro' }
  expect((await call(host, 'POST', '/api/auth/reset', { json })).status).toBe(204)

  await signIn(host, person)
  expect((await logInAnswer(host, { ...registration, password: 'clave de otro' })).status).toBe(401)
})

test('an account that a sign-in has made has no password, until a link sets one', async ({
  start,
  person,
}) => {
  test.slow()
  const mail = await startMailServer()
  const host = await start(mail.env)
  const session = await signIn(host, person)
  const wrong: number[] = []
  const none: number[] = []
  for (const password of ['', 'una clave', 'undefined', 'null', 'secreta']) {
    const begin = performance.now()
    const answer = await logInAnswer(host, { email: person.email, password })
    none.push(performance.now() - begin)
    expect([answer.status, jsonOf(answer)]).toEqual([401, { message: 'Correo o contraseña incorrectos.' }])

    const user = await createUser(host)
    const again = performance.now()
    expect((await logInAnswer(host, { ...user, password: 'otra clave' })).status).toBe(401)
    wrong.push(performance.now() - again)
  }
  expect(median(none)).toBeGreaterThan(median(wrong) / 3)
  expect(median(none)).toBeLessThan(median(wrong) * 3)

  await setPassword(host, mail, person.email, 'nueva clave')
  expect((await call(host, 'GET', '/api/notes', session)).status).toBe(401)
  const note = await createNote(
    host,
    await logIn(host, { email: person.email, password: 'nueva clave' }),
    'Compras',
  )
  expect(await listNotes(host, await signIn(host, person))).toEqual([note])
  await mail.stop()
})

const NOT_VERIFIED = [false, undefined, null, 'true', 1]

test('an email that is not verified joins no account, and is nobody’s for it', async ({
  start,
  provider,
  databaseUrl,
}) => {
  const host = await start()
  const user = await createUser(host)
  await createNote(host, user, 'Compras')

  for (const email_verified of NOT_VERIFIED) {
    const stranger = { sub: randomUUID(), name: 'Extraño', email: user.email, email_verified }
    provider.add(stranger)
    const session = await signIn(host, stranger)
    expect(await listNotes(host, session)).toEqual([])
    const note = await createNote(host, session, 'Mía')
    expect(await listNotes(host, await signIn(host, stranger))).toEqual([note])
  }
  expect(await listNotes(host, user)).toMatchObject([{ title: 'Compras' }])
  expect((await logInAnswer(host, user)).status).toBe(200)
  const emails = (await usersOf(databaseUrl)).map(({ email }) => String(email))
  expect(emails.filter((email) => email === user.email)).toHaveLength(1)
  expect(emails.filter((email) => /^[\da-f]{32}@no-email\.invalid$/.test(email))).toHaveLength(5)
})

test('an email that a sign-in has not verified is free for whoever registers it', async ({
  start,
  provider,
}) => {
  const host = await start()
  const registration = newRegistration()
  const stranger = { sub: randomUUID(), email: registration.email, email_verified: false }
  provider.add(stranger)
  const session = await signIn(host, stranger)
  await createNote(host, session, 'Mía')

  expect((await call(host, 'POST', '/api/auth/register', { json: registration })).status).toBe(201)
  expect(await listNotes(host, await logIn(host, registration))).toEqual([])
})

test('an email that the login form would refuse makes no account, verified or not', async ({
  start,
  provider,
  databaseUrl,
}) => {
  const host = await start()
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
    await signIn(host, stranger)
  }
  const emails = (await usersOf(databaseUrl)).map(({ email }) => String(email))
  expect(emails).toHaveLength(7)
  for (const email of emails) expect(email).toMatch(/^[\da-f]{32}@no-email\.invalid$/)
  // No form and no mail takes it.
  for (const path of ['register', 'forgot']) {
    const json = { ...newRegistration(), email: emails[0] }
    expect((await call(host, 'POST', `/api/auth/${path}`, { json })).status).toBe(400)
  }
})

test('a Kelvin sign in an email is no k, which it is in lower case', async ({ start, provider }) => {
  const host = await start()
  const registration = { ...newRegistration(), email: `k${randomUUID()}@correo.es` }
  await call(host, 'POST', '/api/auth/register', { json: registration })
  await createNote(host, await logIn(host, registration), 'Compras')

  const email = registration.email.replace('k', '\u212a')
  const stranger = { sub: randomUUID(), email, email_verified: true }
  provider.add(stranger)
  expect(await listNotes(host, await signIn(host, stranger))).toEqual([])
  expect((await logInAnswer(host, registration)).status).toBe(200)
  expect((await logInAnswer(host, { ...registration, email })).status).toBe(401)
  expect((await call(host, 'POST', '/api/auth/forgot', { json: { email } })).status).toBe(400)
})

test('who has changed the email at the provider stays who they are', async ({ start, provider, person }) => {
  const host = await start()
  const user = await createUser(host)
  const note = await createNote(host, await signIn(host, person), 'Compras')

  provider.add({ ...person, email: user.email, email_verified: true })
  expect(await listNotes(host, await signIn(host, person))).toEqual([note])
  expect((await logInAnswer(host, user)).status).toBe(200)
})

test('the same subject at another provider is somebody else', async ({ start, port, provider }) => {
  const other = await startIdentityProvider({ redirectUris: [callbackOf(port)] })
  const stranger = { sub: 'uno' }
  provider.add(stranger)
  other.add(stranger)
  const host = await start()
  await createNote(host, await signIn(host, stranger), 'Compras')
  await host.stop()

  const again = await start(other.env)
  expect(await listNotes(again, await signIn(again, stranger))).toEqual([])
  await other.stop()
})

test('what a name brings along is kept within bounds', async ({ start, provider, databaseUrl }) => {
  const host = await start()
  const names = ['🦜'.repeat(101), '  ', 'Car\0men', '\ud83e', undefined, 7]
  for (const [index, name] of names.entries()) {
    const stranger = {
      sub: randomUUID(),
      name: name as string,
      email: `carmen${index}@correo.es`,
      email_verified: true,
    }
    provider.add(stranger)
    await signIn(host, stranger)
  }
  const users = await usersOf(databaseUrl)
  expect(users.map(({ user_name }) => user_name)).toEqual([
    '🦜'.repeat(100),
    'carmen1',
    'Carmen',
    '\ufffd',
    'carmen4',
    'carmen5',
  ])
})

test('a deleted user who signs in again is new', async ({ start, person, databaseUrl }) => {
  const host = await start()
  await createNote(host, await signIn(host, person), 'Compras')
  const { challenge, verifier } = newVerifier()
  const code = await codeFor(host, challenge, person)
  expect((await admin(databaseUrl, ['delete-user', person.email, '--yes'])).code).toBe(0)

  expect((await exchange(host, code, verifier)).status).toBe(401)
  for (const table of ['identities', 'sign_in_codes', 'sessions']) {
    const rows = await withDatabase({ databaseUrl }, ({ read }) => read(sql(`SELECT * FROM ${table}`)))
    expect(rows, table).toEqual([])
  }
  expect(await listNotes(host, await signIn(host, person))).toEqual([])
})

test('a host that takes no new accounts takes none from the provider either', async ({
  start,
  person,
  provider,
}) => {
  const host = await start()
  await signIn(host, person)
  await host.stop()
  const closed = await start({ REGISTRATIONS_PER_HOUR: '0' })
  const stranger = { sub: randomUUID() }
  provider.add(stranger)

  const browser = createHttpBrowser()
  const { url } = await authenticate(browser, await begin(closed, browser, newVerifier().challenge), stranger)
  expect(url.hash).toBe('#error=too_many')
  await signIn(closed, person)
})

test('whoever says no at the provider comes back with a word', async ({ start, person }) => {
  const host = await start()
  const browser = createHttpBrowser()
  const page = await begin(host, browser, newVerifier().challenge)
  const { url } = await browser.go(page.url.href, {
    form: { account: person.sub, action: 'cancel' },
  })

  expect(url.href).toBe(`${host.origin}/app/#error=denied`)
  await expect.poll(() => host.output()).toContain('"path":"/api/auth/oidc/callback"')
  expect(errorsOf(host)).toEqual([])
})

test('a provider that is away is told with a word, and is used again once it is back', async ({
  start,
  provider,
  person,
}) => {
  provider.fail(true)
  const host = await start()
  const { challenge } = newVerifier()
  const away = await createHttpBrowser().go(startUrl(host, challenge))
  expect(away.url.href).toBe(`${host.origin}/app/#error=unavailable`)

  provider.fail(false)
  const browser = createHttpBrowser()
  const page = await begin(host, browser, challenge)
  const callback = await callbackFor(browser, page, person)
  provider.fail(true)
  expect((await browser.go(callback.href)).url.hash).toBe('#error=unavailable')
  provider.fail(false)
  await signIn(host, person)

  await expect.poll(() => errorsOf(host).length).toBe(2)
  expect(errorsOf(host)[0]).toContain('"path":"/api/auth/oidc/start"')
})

test('a provider that nobody answers for does not keep the host from its work', async ({ start }) => {
  const host = await start({ OIDC_ISSUER: `http://127.0.0.1:${await freePort()}` })
  await createUser(host)
  const away = await createHttpBrowser().go(startUrl(host, newVerifier().challenge))

  expect(away.url.hash).toBe('#error=unavailable')
  await expect.poll(() => errorsOf(host)).toEqual([expect.stringContaining('ECONNREFUSED')])
})

test('a wrong secret is told in the log', async ({ start, person }) => {
  const host = await start({ OIDC_CLIENT_SECRET: 'otro secreto' })
  const browser = createHttpBrowser()
  const { url } = await authenticate(browser, await begin(host, browser, newVerifier().challenge), person)

  expect(url.hash).toBe('#error=failed')
  await expect.poll(() => errorsOf(host)).toEqual([expect.stringContaining('invalid_client')])
  expect(host.output()).not.toContain('otro secreto')
})

test('a host without a provider says so at every call', async ({ start }) => {
  const host = await start({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' })
  const query = new URLSearchParams({ return_to: `${host.origin}/app/`, challenge: newVerifier().challenge })
  for (const path of ['', '/start', '/callback']) {
    const answer = await call(host, 'GET', `/api/auth/oidc${path}?${query}`)
    expect(answer.status).toBe(404)
    expect(jsonOf(answer)).toEqual({ message: 'En este sitio no se puede entrar con una cuenta de otro.' })
  }
  expect((await exchange(host, 'a', 'b')).status).toBe(401)
})

function logInAnswer(host: Host, { email, password }: { email: string; password: string }) {
  return call(host, 'POST', '/api/auth/login', { json: { email, password } })
}

async function logIn(host: Host, user: { email: string; password: string }): Promise<{ token: string }> {
  return jsonOf(await logInAnswer(host, user)) as { token: string }
}

/** By a mailed link. */
async function setPassword(
  host: Host,
  mail: Awaited<ReturnType<typeof startMailServer>>,
  email: string,
  password: string,
): Promise<void> {
  await call(host, 'POST', '/api/auth/forgot', { json: { email } })
  const [sent] = await mail.mailsTo(email)
  const token = linkIn(sent).split('#token=')[1]
  expect((await call(host, 'POST', '/api/auth/reset', { json: { token, password } })).status).toBe(204)
}

/** In the order in which they were made. */
function usersOf(databaseUrl: string) {
  return withDatabase({ databaseUrl }, ({ read }) => read(sql('SELECT * FROM users ORDER BY created_at')))
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
}
