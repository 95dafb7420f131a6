import { randomUUID } from 'node:crypto'
import { call, createUser, jsonOf } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'
import { createHttpBrowser } from '../../support/http-browser'
import { callbackOf } from '../../support/mail-and-oidc'
import {
  authenticate,
  callbackFor,
  codeFor,
  errorLines,
  exchangeCode,
  newVerifier,
  openLoginPage,
  signInWithOidc,
  startUrl,
} from '../../support/oidc-calls'
import { startOidcProvider } from '../../support/servers/oidc-provider'
import { freePort } from '../../support/servers/process'

test('a front end elsewhere, the name, and the address of the host are as they are set', {
  tag: '@slow',
}, async ({ startWithProvider, person }) => {
  const frontEnd = 'https://notas.example'
  const host = await startWithProvider({
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

  const again = await startWithProvider({
    CORS_ORIGINS: frontEnd,
    SITE_URL: 'https://otra.example/app',
    NEXT_PUBLIC_API_HOST: host.origin,
  })
  const browser = createHttpBrowser()
  const { verifier, challenge } = newVerifier()
  const { url } = await authenticate(
    browser,
    await openLoginPage(again, browser, challenge, `${frontEnd}/a/`),
    person,
  )
  expect(url.href).toMatch(/^https:\/\/notas\.example\/a\/#code=/)
  const answer = await exchangeCode(again, url.hash.slice('#code='.length), verifier)
  expect(answer.status).toBe(200)
})

test('who is in the userinfo alone, or in the ID token, is found, and a secret is sent as the provider wants it', {
  tag: '@slow',
}, async ({ start, ownPort }) => {
  for (const configuration of [
    { conformIdTokenClaims: false },
    { conformIdTokenClaims: true, clientAuthMethods: ['client_secret_post' as const] },
  ]) {
    const auth = configuration.clientAuthMethods?.[0] ?? 'client_secret_basic'
    const provider = await startOidcProvider({
      redirectUris: [callbackOf(ownPort)],
      configuration: { ...configuration, clientDefaults: { token_endpoint_auth_method: auth } },
    })
    const person = { sub: randomUUID(), email: `${randomUUID()}@correo.es`, email_verified: true }
    provider.add(person)
    const host = await start({ ...provider.env, PORT: String(ownPort) })
    expect(await signInWithOidc(host, person)).toMatchObject({ email: person.email })
    await host.stop()
    await provider.stop()
  }
})

test("the userinfo of another subject gives nobody that subject's email", async ({
  start,
  databaseUrl,
  ownPort,
}) => {
  const victim = { sub: randomUUID(), email: `${randomUUID()}@correo.es`, email_verified: true }
  const provider = await startOidcProvider({
    redirectUris: [callbackOf(ownPort)],
    configuration: {
      findAccount: (_context, sub, token) =>
        token?.kind === 'AccessToken'
          ? { accountId: victim.sub, claims: () => victim }
          : { accountId: sub, claims: () => ({ sub }) },
    },
  })
  const stranger = { sub: randomUUID() }
  provider.add(stranger)
  const host = await start({ ...provider.env, PORT: String(ownPort) })

  const browser = createHttpBrowser()
  const page = await openLoginPage(host, browser, newVerifier().challenge)
  expect((await authenticate(browser, page, stranger)).url.hash).toBe('#error=failed')
  const users = await withDatabase({ databaseUrl }, ({ read }) => read(sql('SELECT * FROM users')))
  expect(users).toEqual([])
  await provider.stop()
})

test('whoever says no at the provider comes back with a word', async ({ api, person, log }) => {
  const browser = createHttpBrowser(api)
  const page = await openLoginPage(api, browser, newVerifier().challenge)
  const { url } = await browser.go(page.url.href, {
    form: { account: person.sub, action: 'cancel' },
  })

  expect(url.href).toBe(`${api.origin}/app/#error=denied`)
  await expect.poll(() => log.output()).toContain('"path":"/api/auth/oidc/callback"')
  expect(errorLines(log)).toEqual([])
})

test('a provider that is away is told with a word, and is used again once it is back', async ({
  startWithProvider,
  provider,
  person,
}) => {
  provider.fail(true)
  const host = await startWithProvider()
  const { challenge } = newVerifier()
  const away = await createHttpBrowser().go(startUrl(host, challenge))
  expect(away.url.href).toBe(`${host.origin}/app/#error=unavailable`)

  provider.fail(false)
  const browser = createHttpBrowser()
  const page = await openLoginPage(host, browser, challenge)
  const callback = await callbackFor(browser, page, person)
  provider.fail(true)
  expect((await browser.go(callback.href)).url.hash).toBe('#error=unavailable')
  provider.fail(false)
  await signInWithOidc(host, person)

  await expect.poll(() => errorLines(host).length).toBe(2)
  expect(errorLines(host)[0]).toContain('"path":"/api/auth/oidc/start"')
})

test('a provider that nobody answers for does not keep the host from its work', async ({
  startWithProvider,
}) => {
  const host = await startWithProvider({ OIDC_ISSUER: `http://127.0.0.1:${await freePort()}` })
  await createUser(host)
  const away = await createHttpBrowser().go(startUrl(host, newVerifier().challenge))

  expect(away.url.hash).toBe('#error=unavailable')
  await expect.poll(() => errorLines(host)).toEqual([expect.stringContaining('ECONNREFUSED')])
})

test('a wrong secret is told in the log', async ({ startWithProvider, person }) => {
  const host = await startWithProvider({ OIDC_CLIENT_SECRET: 'otro secreto' })
  const browser = createHttpBrowser()
  const { url } = await authenticate(
    browser,
    await openLoginPage(host, browser, newVerifier().challenge),
    person,
  )

  expect(url.hash).toBe('#error=failed')
  await expect.poll(() => errorLines(host)).toEqual([expect.stringContaining('invalid_client')])
  expect(host.output()).not.toContain('otro secreto')
})

test('a host without a provider says so at every call', async ({ start }) => {
  const host = await start()
  const query = new URLSearchParams({ return_to: `${host.origin}/app/`, challenge: newVerifier().challenge })
  for (const path of ['', '/start', '/callback']) {
    const answer = await call(host, 'GET', `/api/auth/oidc${path}?${query}`)
    expect(answer.status).toBe(404)
    expect(jsonOf(answer)).toEqual({ message: 'En este sitio no se puede entrar con una cuenta de otro.' })
  }
  expect((await exchangeCode(host, 'a', 'b')).status).toBe(401)
})

const NO_RETURN = [
  'https://evil.example/',
  'https://evil.example/app/',
  'HOST.evil.example/app/',
  'HOST@evil.example/app/',
  'https://evil.example/HOST',
  '//evil.example/app/',
  '/\\evil.example',
  '/app/',
  'javascript:alert(1)//HOST',
  'data:text/html,HOST',
  'blob:HOST/app/',
  'null',
  '',
  'https://notas.example.evil.example/',
  'http://notas.example/',
]

test('only origins that are allowed are returned to', async ({ startWithProvider }) => {
  const host = await startWithProvider({ CORS_ORIGINS: 'https://notas.example' })
  const { challenge } = newVerifier()
  for (const template of NO_RETURN) {
    const return_to = template.replace('HOST', host.origin)
    const query = new URLSearchParams({ return_to, challenge })
    for (const path of ['', '/start']) {
      const answer = await call(host, 'GET', `/api/auth/oidc${path}?${query}`)
      expect([answer.status, jsonOf(answer)], return_to).toEqual([
        400,
        { message: 'Desde esa dirección no se puede entrar con una cuenta de otro sitio.' },
      ])
      expect(answer.headers.location).toBeUndefined()
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  }
})

test('nothing of the address that is returned to is kept but origin and path', async ({ api, person }) => {
  for (const [returnTo, kept] of [
    [`${api.origin}/app/?next=//evil.example#error=a`, `${api.origin}/app/`],
    [`${api.origin}\\@evil.example/`, `${api.origin}/@evil.example/`],
    [`${api.origin}//evil.example/`, `${api.origin}//evil.example/`],
    [`http://carmen:clave@${new URL(api.origin).host}/app/`, `${api.origin}/app/`],
  ]) {
    const browser = createHttpBrowser(api)
    const page = await openLoginPage(api, browser, newVerifier().challenge, returnTo)
    const { url } = await authenticate(browser, page, person)
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(kept)
  }
})

test('a start without an address or a challenge is malformed', async ({ api }) => {
  const return_to = `${api.origin}/app/`
  const { challenge } = newVerifier()
  for (const query of [
    {},
    { return_to },
    { challenge },
    { return_to, challenge: challenge.slice(1) },
    { return_to, challenge: `${challenge}a` },
    { return_to, challenge: `${challenge.slice(1)}+` },
    { return_to: `${return_to}${'a'.repeat(1000)}`, challenge },
  ] as Record<string, string>[]) {
    const answer = await call(api, 'GET', `/api/auth/oidc/start?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(400)
  }
})

test('what a request names as its host changes nothing', async ({ startWithProvider, provider }) => {
  const host = await startWithProvider()
  const { pathname, search } = new URL(startUrl(host, newVerifier().challenge))
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
  const answer = await call(host, 'GET', pathname + search, { headers })

  const location = new URL(String(answer.headers.location))
  expect(location.origin).toBe(provider.issuer)
  expect(location.searchParams.get('redirect_uri')).toBe(`${host.origin}/api/auth/oidc/callback`)
  expect(answer.headers.location).not.toContain('evil')

  const poisoned = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }
  const lost = await call(host, 'GET', '/api/auth/oidc/callback?code=a&state=b', { headers: poisoned })
  expect(lost.headers.location).toBe(`${host.origin}/app/#error=expired`)
})

test('the provider is asked with PKCE, state and nonce, other ones each time', async ({ api }) => {
  const queries = []
  for (let number = 0; number < 2; number += 1) {
    const page = await openLoginPage(api, createHttpBrowser(api), newVerifier().challenge)
    const query = Object.fromEntries(page.way[1]?.searchParams ?? [])
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'notas',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    queries.push(query)
  }
  for (const name of ['state', 'nonce', 'code_challenge']) {
    for (const query of queries) expect(query[name]).toMatch(/^[\w-]{43}$/)
    expect(queries[0]?.[name]).not.toBe(queries[1]?.[name])
  }
})

test('the cookie is for these calls alone, and for no script', async ({ api, start, provider }) => {
  const { pathname, search } = new URL(startUrl(api, newVerifier().challenge))
  const cookieOf = async (origin: string) =>
    String((await call({ origin }, 'GET', pathname + search)).headers['set-cookie'])

  const cookie = await cookieOf(api.origin)
  expect(cookie).toMatch(
    /^notas-sign-in=[\w.%-]+; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax$/,
  )
  expect(cookie.length).toBeLessThan(2000)

  const secure = await start({
    ...provider.env,
    SITE_URL: `${api.origin}/app`,
    NEXT_PUBLIC_API_HOST: 'https://api.example',
  })
  expect(await cookieOf(secure.origin)).toMatch(/; Path=\/api\/auth\/oidc; HttpOnly; Secure; SameSite=Lax$/)
})

test('an error that comes back with the right state is told with one of our words', async ({
  api,
  provider,
  log,
}) => {
  for (const [error, word, iss = provider.issuer] of [
    ['access_denied', 'denied'],
    ['access_denied', 'failed', 'https://evil.example'],
    ['access_denied', 'failed', ''],
    ['temporarily_unavailable', 'unavailable'],
    ['server_error', 'unavailable'],
    ['<script>alert(1)</script>', 'failed'],
    ['a&code=b', 'failed'],
  ] as const) {
    const browser = createHttpBrowser(api)
    const { way } = await openLoginPage(api, browser, newVerifier().challenge)
    const state = String(way[1]?.searchParams.get('state'))
    const query = new URLSearchParams({ error, state, iss, error_description: 'texto ajeno' })
    const { url } = await browser.go(`${api.origin}/api/auth/oidc/callback?${query}`)
    expect(url.href).toBe(`${api.origin}/app/#error=${word}`)
    expect(browser.cookiesFor(api.origin)).toBe('')
  }
  expect(log.output()).not.toContain('texto ajeno')
})

test('a code without its verifier is malformed', async ({ api, person }) => {
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, person)
  for (const json of [{ code }, { verifier }, { code: [code], verifier }, { code, verifier: null }]) {
    expect((await call(api, 'POST', '/api/auth/oidc/session', { json })).status).toBe(400)
  }
  expect((await exchangeCode(api, code, verifier)).status).toBe(200)
})

test('why a sign-in failed is in the log, also where it was one failure too many', async ({
  start,
  ownPort,
  person,
}) => {
  const failure = signal()
  const exchanged = signal()
  const provider = await startOidcProvider({
    redirectUris: [callbackOf(ownPort)],
    configuration: {
      /** Gone by the time that the host brings the code. */
      async findAccount(_context, sub, code) {
        if (!code) return { accountId: sub, claims: () => ({ sub }) }
        exchanged.give()
        await failure.given
        return undefined
      },
    },
  })
  provider.add(person)
  const host = await start({ ...provider.env, PORT: String(ownPort) })
  const guess = () => exchangeCode(host, 'a', 'b')
  await Promise.all(Array.from({ length: 99 }, guess))
  const browser = createHttpBrowser()
  const callback = await callbackFor(
    browser,
    await openLoginPage(host, browser, newVerifier().challenge),
    person,
  )

  const back = browser.go(callback.href)
  await exchanged.given
  expect((await guess()).status).toBe(401)
  failure.give()
  expect((await back).url.hash).toBe('#error=too_many')
  await expect.poll(() => errorLines(host)).toEqual([expect.stringContaining('invalid_grant')])
  await provider.stop()
})

/** Something that is waited for until it is given. */
function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}
