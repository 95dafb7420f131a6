import { randomUUID } from 'node:crypto'
import { atOnce, call, createUser, jsonOf } from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { select } from '../../support/database'
import { createHttpBrowser } from '../../support/http-browser'
import { newOidcAccount } from '../../support/mail-and-oidc'
import {
  callbackFor,
  errorLines,
  exchangeCode,
  logInAtProvider,
  newVerifier,
  openLoginPage,
  signInWithOidc,
  startUrl,
} from '../../support/oidc-calls'
import { held } from '../../support/servers/faulty-proxy'
import { freePort } from '../../support/servers/process'

test('front end, name and address can be set', { tag: '@slow' }, async ({
  startWithProvider,
  oidcAccount,
}) => {
  const frontEnd = 'https://notas.example'
  const host = await startWithProvider({
    CORS_ORIGINS: frontEnd,
    OIDC_NAME: 'Mi empresa',
    SITE_URL: 'https://otra.example/app',
  })
  const headers = { Origin: frontEnd }
  const provider = await call(host, 'GET', `/api/auth/oidc?return_to=${frontEnd}/a/`, { headers })
  expect(jsonOf(provider)).toEqual({ name: 'Mi empresa' })
  expect(provider.headers['access-control-allow-origin']).toBe(frontEnd)

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
  const { verifier, challenge } = newVerifier()
  const { url } = await logInAtProvider(again, oidcAccount, challenge, `${frontEnd}/a/`)
  expect(url.href).toMatch(/^https:\/\/notas\.example\/a\/#code=/)
  const response = await exchangeCode(again, url.hash.slice('#code='.length), verifier)
  expect(response.status).toBe(200)
})

test('claims are of ID token or userinfo', { tag: '@slow' }, async ({ startWithProvider, startProvider }) => {
  for (const configuration of [
    { conformIdTokenClaims: false },
    { conformIdTokenClaims: true, clientAuthMethods: ['client_secret_post' as const] },
  ]) {
    const auth = configuration.clientAuthMethods?.[0] ?? 'client_secret_basic'
    const clientDefaults = { token_endpoint_auth_method: auth } as const
    const provider = await startProvider({ ...configuration, clientDefaults })
    const oidcAccount = newOidcAccount(provider)
    const host = await startWithProvider(provider.env)
    expect(await signInWithOidc(host, oidcAccount)).toMatchObject({ email: oidcAccount.email })
    await host.stop()
  }
})

test('userinfo of another subject fails', async ({ startWithProvider, startProvider, databaseUrl }) => {
  const victim = { sub: randomUUID(), email: `${randomUUID()}@correo.es`, email_verified: true }
  const provider = await startProvider({
    findAccount: (_context, sub, token) =>
      token?.kind === 'AccessToken'
        ? { accountId: victim.sub, claims: () => victim }
        : { accountId: sub, claims: () => ({ sub }) },
  })
  const stranger = { sub: randomUUID() }
  provider.add(stranger)
  const host = await startWithProvider(provider.env)

  expect((await logInAtProvider(host, stranger)).url.hash).toBe('#error=failed')
  expect(await select({ databaseUrl }, 'SELECT * FROM users')).toEqual([])
})

test('a provider works again once it is back', async ({ startWithProvider, provider, oidcAccount }) => {
  provider.fail(true)
  const host = await startWithProvider()
  await createUser(host)
  const away = await createHttpBrowser().go(startUrl(host, newVerifier().challenge))
  expect(away.url.href).toBe(`${host.origin}/app/#error=unavailable`)

  provider.fail(false)
  const browser = createHttpBrowser()
  const callback = await callbackFor(host, browser, oidcAccount)
  provider.fail(true)
  expect((await browser.go(callback.href)).url.hash).toBe('#error=unavailable')
  provider.fail(false)
  await signInWithOidc(host, oidcAccount)
  await expect.poll(() => errorLines(host).length).toBe(2)
  expect(errorLines(host)[0]).toContain('"path":"/api/auth/oidc/start"')
  await host.stop()

  const unreachable = await startWithProvider({ OIDC_ISSUER: `http://127.0.0.1:${await freePort()}` })
  const lost = await createHttpBrowser().go(startUrl(unreachable, newVerifier().challenge))
  expect(lost.url.hash).toBe('#error=unavailable')
  await expect.poll(() => errorLines(unreachable)).toEqual([expect.stringContaining('ECONNREFUSED')])
})

test('a wrong client secret is logged', async ({ startWithProvider, oidcAccount }) => {
  const host = await startWithProvider({ OIDC_CLIENT_SECRET: 'otro secreto' })
  const { url } = await logInAtProvider(host, oidcAccount)

  expect(url.hash).toBe('#error=failed')
  await expect.poll(() => errorLines(host)).toEqual([expect.stringContaining('invalid_client')])
  expect(host.output()).not.toContain('otro secreto')
})

test('a host without a provider refuses every OIDC call', async ({ start }) => {
  const host = await start()
  const query = new URLSearchParams({ return_to: `${host.origin}/app/`, challenge: newVerifier().challenge })
  for (const path of ['', '/start', '/callback']) {
    const response = await call(host, 'GET', `/api/auth/oidc${path}?${query}`)
    expectMessage(response, 404, 'En este sitio no se puede entrar con una cuenta de otro.')
  }
  expect((await exchangeCode(host, 'a', 'b')).status).toBe(401)
})

const FORBIDDEN = 'Desde esa dirección no se puede entrar con una cuenta de otro sitio.'

const FORBIDDEN_RETURNS = [
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

test('a sign-in returns to allowed origins alone, whatever Host says', async ({
  startWithProvider,
  provider,
}) => {
  const host = await startWithProvider({ CORS_ORIGINS: 'https://notas.example' })
  const { challenge } = newVerifier()
  const { pathname, search } = new URL(startUrl(host, challenge))
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
  const response = await call(host, 'GET', pathname + search, { headers })
  const location = new URL(String(response.headers.location))
  expect(location.origin).toBe(provider.issuer)
  expect(location.searchParams.get('redirect_uri')).toBe(`${host.origin}/api/auth/oidc/callback`)
  expect(location.href).not.toContain('evil')
  const lost = await call(host, 'GET', '/api/auth/oidc/callback?code=a&state=b', { headers })
  expect(lost.headers.location).toBe(`${host.origin}/app/#error=expired`)

  for (const template of FORBIDDEN_RETURNS) {
    const return_to = template.replace('HOST', host.origin)
    const query = new URLSearchParams({ return_to, challenge })
    for (const path of ['', '/start']) {
      const response = await call(host, 'GET', `/api/auth/oidc${path}?${query}`)
      expectMessage(response, 400, FORBIDDEN, return_to)
      expect(response.headers.location).toBeUndefined()
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  }
})

test('the return address is reduced to origin and path', async ({ api, oidcAccount }) => {
  for (const [returnTo, expected] of [
    [`${api.origin}/app/?next=//evil.example#error=a`, `${api.origin}/app/`],
    [`${api.origin}\\@evil.example/`, `${api.origin}/@evil.example/`],
    [`${api.origin}//evil.example/`, `${api.origin}//evil.example/`],
    [`http://carmen:clave@${new URL(api.origin).host}/app/`, `${api.origin}/app/`],
  ]) {
    const { url } = await logInAtProvider(api, oidcAccount, newVerifier().challenge, returnTo)
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(expected)
  }
})

test('a start without a valid return address and challenge gets 400', async ({ api }) => {
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
    const response = await call(api, 'GET', `/api/auth/oidc/start?${new URLSearchParams(query)}`)
    expect(response.status).toBe(400)
  }
})

test('each authorization request has PKCE, state and nonce, with new values', async ({ api }) => {
  const queries = []
  for (let number = 0; number < 2; number += 1) {
    const page = await openLoginPage(api, createHttpBrowser(api))
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

test('a provider that lets users choose accounts is asked to', async ({ start, provider, startProvider }) => {
  const discovery = { prompt_values_supported: ['login', 'select_account'] }
  const choosing = await startProvider({ discovery })
  for (const [{ env }, prompt] of [
    [choosing, 'select_account'],
    [provider, null],
  ] as const) {
    const host = await start(env)
    const { pathname, search } = new URL(startUrl(host, newVerifier().challenge))
    const { headers } = await call(host, 'GET', pathname + search)
    expect(new URL(String(headers.location)).searchParams.get('prompt')).toBe(prompt)
  }
})

test('a closed host returns new users with #error=closed', async ({
  startWithProvider,
  oidcAccount,
  mail,
}) => {
  const closed = await startWithProvider({ REGISTRATION: 'closed' })
  const { url } = await logInAtProvider(closed, oidcAccount)
  expect(url.hash).toBe('#error=closed')
  expect(closed.output()).not.toContain('"level":"error"')
  await closed.stop()

  const domain = await startWithProvider({ REGISTRATION: 'correo.es', ...mail.env })
  expect((await logInAtProvider(domain, oidcAccount)).url.hash).toMatch(/^#code=/)
  await domain.stop()

  const again = await startWithProvider({ REGISTRATION: 'closed' })
  expect((await logInAtProvider(again, oidcAccount)).url.hash).toMatch(/^#code=/)
  await expect.poll(() => domain.output()).toContain('"event":"account.created"')
})

test('the state cookie is for OIDC alone and hidden from scripts', async ({ api, start, provider }) => {
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
  expect(await cookieOf(secure.origin)).toMatch(
    /^__Secure-notas-sign-in=.+; Path=\/api\/auth\/oidc; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('an error of the provider becomes one of the known error codes', async ({ api, provider, log }) => {
  for (const [error, code, iss = provider.issuer] of [
    ['access_denied', 'denied'],
    ['access_denied', 'failed', 'https://evil.example'],
    ['access_denied', 'failed', ''],
    ['temporarily_unavailable', 'unavailable'],
    ['server_error', 'unavailable'],
    ['<script>alert(1)</script>', 'failed'],
    ['a&code=b', 'failed'],
  ] as const) {
    const browser = createHttpBrowser(api)
    const { way } = await openLoginPage(api, browser)
    const state = String(way[1]?.searchParams.get('state'))
    const query = new URLSearchParams({ error, state, iss, error_description: 'texto ajeno' })
    const { url } = await browser.go(`${api.origin}/api/auth/oidc/callback?${query}`)
    expect(url.href).toBe(`${api.origin}/app/#error=${code}`)
    expect(browser.cookiesFor(api.origin)).toBe('')
  }
  expect(log.output()).not.toContain('texto ajeno')
})

test('the cause of a failed sign-in is logged at the limit too', async ({
  startWithProvider,
  startProvider,
  oidcAccount,
}) => {
  const failure = held()
  const exchanged = held()
  const provider = await startProvider({
    /** Fails once the host exchanges the code. */
    async findAccount(_context, sub, code) {
      if (!code) return { accountId: sub, claims: () => ({ sub }) }
      exchanged.release()
      await failure.until
      return undefined
    },
  })
  provider.add(oidcAccount)
  const host = await startWithProvider(provider.env)
  const guess = () => exchangeCode(host, 'a', 'b')
  await atOnce(99, guess)
  const browser = createHttpBrowser()
  const callback = await callbackFor(host, browser, oidcAccount)

  const back = browser.go(callback.href)
  await exchanged.until
  expect((await guess()).status).toBe(401)
  failure.release()
  expect((await back).url.hash).toBe('#error=too_many')
  await expect.poll(() => errorLines(host)).toEqual([expect.stringContaining('invalid_grant')])
})
