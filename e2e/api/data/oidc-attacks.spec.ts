import { randomBytes } from 'node:crypto'
import { atOnce, call, jsonOf, statusesOf } from '../../support/api-client'
import { expect, expectMessage, fromNewAddress, test } from '../../support/api-fixtures'
import { execute, rowsOf } from '../../support/database'
import { createHttpBrowser } from '../../support/http-browser'
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

const EXPIRED = 'La entrada ha caducado. Inténtalo de nuevo.'

test('a callback without its cookie or with another state does not sign in', async ({ api, oidcAccount }) => {
  const attacker = createHttpBrowser(api)
  const { challenge } = newVerifier()
  const callback = await callbackFor(api, attacker, oidcAccount, challenge)

  // The victim's browser has not started a sign-in.
  const victim = createHttpBrowser(api)
  expect((await victim.go(callback.href)).url.href).toBe(`${api.origin}/app/#error=expired`)

  // A sign-in that the victim has started still works after the attack.
  const page = await openLoginPage(api, victim)
  expect((await victim.go(callback.href)).url.href).toBe(`${api.origin}/app/#error=expired`)
  for (const state of ['', 'a', randomBytes(32).toString('base64url')]) {
    const forged = new URL(callback)
    forged.searchParams.set('state', state)
    expect((await victim.go(forged.href)).url.hash).toBe('#error=expired')
    expect((await attacker.go(forged.href)).url.hash).toBe('#error=expired')
  }
  expect(await rowsOf(api, 'sign_in_codes', oidcAccount)).toEqual([])
  expect((await authenticate(victim, page, oidcAccount)).url.hash).toMatch(/^#code=/)
})

test('a replayed callback does not sign in', async ({ api, oidcAccount }) => {
  const browser = createHttpBrowser(api)
  const callback = await callbackFor(api, browser, oidcAccount)
  const cookie = browser.cookiesFor(api.origin)
  expect((await browser.go(callback.href)).url.hash).toMatch(/^#code=/)
  expect(browser.cookiesFor(api.origin)).toBe('')

  expect((await browser.go(callback.href)).url.hash).toBe('#error=expired')
  // The attacker has the cookie too.
  const [name = '', value = ''] = cookie.split('=')
  browser.setCookie(api.origin, name, value)
  expect((await browser.go(callback.href)).url.hash).toBe('#error=failed')
  expect(await rowsOf(api, 'sign_in_codes', oidcAccount)).toHaveLength(1)
})

test('a state cookie lasts at most 10 minutes, and a forged one is refused', async ({ api, oidcAccount }) => {
  const browser = createHttpBrowser(api)
  const callback = await callbackFor(api, browser, oidcAccount)
  const [name = '', value = ''] = browser.cookiesFor(api.origin).split('=')
  const [payload = '', signature = ''] = decodeURIComponent(value).split('.')
  const pending = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(pending.expiresAt - Date.now()).toBeLessThanOrEqual(600_000)
  const seal = (object: object) => Buffer.from(JSON.stringify(object)).toString('base64url')

  for (const forged of [
    '',
    payload,
    `${payload}.`,
    `${seal({ ...pending, returnTo: 'https://evil.example/' })}.${signature}`,
    `${seal({ ...pending, expiresAt: pending.expiresAt + 1 })}.${signature}`,
    `${payload}.${signature.slice(1)}`,
    `.${signature}`,
    '%',
  ]) {
    browser.setCookie(api.origin, name, encodeURIComponent(forged))
    expect((await browser.go(callback.href)).url.href).toBe(`${api.origin}/app/#error=expired`)
  }
  expect(await rowsOf(api, 'sign_in_codes', oidcAccount)).toEqual([])
})

test('a code with another sign-in, nonce or challenge is refused', async ({ api, oidcAccount, log }) => {
  const attacker = createHttpBrowser(api)
  const stolen = await callbackFor(api, attacker, oidcAccount)

  const injected = createHttpBrowser(api)
  const callback = await callbackFor(api, injected, oidcAccount)
  callback.searchParams.set('code', String(stolen.searchParams.get('code')))
  expect((await injected.go(callback.href)).url.hash).toBe('#error=failed')

  for (const name of ['nonce', 'code_challenge']) {
    const browser = createHttpBrowser(api)
    const { way } = await browser.go(startUrl(api, newVerifier().challenge), {
      stopsAt: ({ pathname }) => pathname === '/auth',
    })
    const address = way[1] as URL
    address.searchParams.set(name, randomBytes(32).toString('base64url'))
    const page = await browser.go(address.href)
    expect((await authenticate(browser, page, oidcAccount)).url.hash).toBe('#error=failed')
  }
  expect(await rowsOf(api, 'sign_in_codes', oidcAccount)).toEqual([])
  await expect.poll(() => errorLines(log)).toHaveLength(3)
  expect(errorLines(log)).toContainEqual(expect.stringContaining('unexpected JWT'))
})

test('a code works once, with its verifier, within a minute', async ({ api, oidcAccount }) => {
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, oidcAccount)
  const [stored] = await rowsOf(api, 'sign_in_codes', oidcAccount)
  const lifetime = Number(stored?.expires_at) - Date.now()
  expect(lifetime).toBeGreaterThan(50_000)
  expect(lifetime).toBeLessThanOrEqual(60_000)

  for (const [text, proof] of [
    [code, newVerifier().verifier],
    [code, challenge],
    [code, ''],
    [code.slice(1), verifier],
    [String(stored?.code_hash), verifier],
    ['', verifier],
  ] as const) {
    expectMessage(await exchangeCode(api, text, proof), 401, EXPIRED)
  }
  for (const json of [{ code }, { verifier }, { code: [code], verifier }, { code, verifier: null }])
    expect((await call(api, 'POST', '/api/auth/oidc/session', { json })).status).toBe(400)
  const responses = await atOnce(10, () => exchangeCode(api, code, verifier))
  expect(statusesOf(responses)).toEqual([200, ...Array(9).fill(401)])

  const expired = await codeFor(api, challenge, oidcAccount)
  await execute(api, 'UPDATE sign_in_codes SET expires_at = ?', Date.now() - 1)
  expect((await exchangeCode(api, expired, verifier)).status).toBe(401)
})

test('100 invalid codes block their address, even for a valid one', async ({ api, oidcAccount }) => {
  test.slow()
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, oidcAccount)
  const responses = await atOnce(110, () => exchangeCode(api, 'a', 'b'))
  expect(statusesOf(responses)).toEqual([...Array(100).fill(401), ...Array(10).fill(429)])
  expect((await exchangeCode(api, code, verifier)).status).toBe(429)
  expect((await exchangeCode(fromNewAddress(api), 'a', 'b')).status).toBe(401)
  expect((await exchangeCode(fromNewAddress(api), code, verifier)).status).toBe(200)

  const browser = createHttpBrowser(api)
  const page = await openLoginPage(api, browser)
  expect((await authenticate(browser, page, oidcAccount)).url.hash).toBe('#error=too_many')
})

test('100 failed sign-ins block their address; cancelled ones do not count', async ({
  api,
  provider,
  log,
}) => {
  test.slow()
  const browser = createHttpBrowser(api)
  const { way } = await openLoginPage(api, browser)
  const state = String(way[1]?.searchParams.get('state'))
  const headers = { Cookie: browser.cookiesFor(api.origin) }
  const returnWith = async (error: string) => {
    const query = new URLSearchParams({ error, state, iss: provider.issuer })
    const response = await call(api, 'GET', `/api/auth/oidc/callback?${query}`, { headers })
    return new URL(String(response.headers.location)).hash
  }
  const errors = (error: string) => atOnce(110, () => returnWith(error))

  expect(await errors('access_denied')).toEqual(Array(110).fill('#error=denied'))
  await expect.poll(() => log.output().match(/"path":"\/api\/auth\/oidc\/callback"/g)).toHaveLength(110)
  expect(errorLines(log)).toEqual([])
  expect(await errors('server_error')).toEqual(Array(110).fill('#error=unavailable'))
  const failed = Array(100).fill('#error=failed')
  expect((await errors('invalid_request')).sort()).toEqual([...failed, ...Array(10).fill('#error=too_many')])
})

test('no secret of a sign-in is stored or logged', async ({ api, oidcAccount, log }) => {
  const browser = createHttpBrowser(api)
  const { verifier, challenge } = newVerifier()
  const callback = await callbackFor(api, browser, oidcAccount, challenge)
  const [name = '', cookie = ''] = browser.cookiesFor(api.origin).split('=')
  const code = (await browser.go(callback.href)).url.hash.slice('#code='.length)
  const stored = JSON.stringify(await rowsOf(api, 'sign_in_codes', oidcAccount))
  const response = await exchangeCode(api, code, verifier)
  const { token } = jsonOf(response) as { token: string }
  // Replaying the callback with its cookie fails for a reason that the host logs.
  browser.setCookie(api.origin, name, cookie)
  expect((await browser.go(`${callback.href}&error=a`)).url.hash).toBe('#error=failed')

  for (const secret of [code, verifier]) expect(stored).not.toContain(secret)
  await expect.poll(() => log.output()).toContain('"path":"/api/auth/oidc/session","status":200')
  await expect.poll(() => errorLines(log)).toHaveLength(1)
  const { state, code: providerCode } = Object.fromEntries(callback.searchParams)
  const { email, sub } = oidcAccount
  for (const secret of [code, verifier, token, cookie, String(state), String(providerCode), email, sub])
    expect(log.output()).not.toContain(secret)
  await signInWithOidc(api, oidcAccount)
})
