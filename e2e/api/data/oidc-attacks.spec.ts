import { createHash, randomBytes } from 'node:crypto'
import { call, jsonOf } from '../../support/api-client'
import { expect, newAddress, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'
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
import type { Person } from '../../support/servers/oidc-provider'

const EXPIRED = { message: 'La entrada ha caducado. Inténtalo de nuevo.' }

test('who has not begun cannot end: a callback without its cookie, or with another state, signs in nobody', async ({
  api,
  person,
}) => {
  const attacker = createHttpBrowser(api)
  const { challenge } = newVerifier()
  const callback = await callbackFor(attacker, await openLoginPage(api, attacker, challenge), person)

  // The victim's browser has begun nothing.
  const victim = createHttpBrowser(api)
  expect((await victim.go(callback.href)).url.href).toBe(`${api.origin}/app/#error=expired`)

  // It has begun a sign-in of its own, which goes on after the attack.
  const page = await openLoginPage(api, victim, newVerifier().challenge)
  expect((await victim.go(callback.href)).url.href).toBe(`${api.origin}/app/#error=expired`)
  for (const state of ['', 'a', randomBytes(32).toString('base64url')]) {
    const forged = new URL(callback)
    forged.searchParams.set('state', state)
    expect((await victim.go(forged.href)).url.hash).toBe('#error=expired')
    expect((await attacker.go(forged.href)).url.hash).toBe('#error=expired')
  }
  expect(await codesOf(api, person)).toEqual([])
  expect((await authenticate(victim, page, person)).url.hash).toMatch(/^#code=/)
})

test('a callback that is replayed signs in nobody', async ({ api, person }) => {
  const browser = createHttpBrowser(api)
  const callback = await callbackFor(
    browser,
    await openLoginPage(api, browser, newVerifier().challenge),
    person,
  )
  const cookie = browser.cookiesFor(api.origin)
  expect((await browser.go(callback.href)).url.hash).toMatch(/^#code=/)
  expect(browser.cookiesFor(api.origin)).toBe('')

  expect((await browser.go(callback.href)).url.hash).toBe('#error=expired')
  // Somebody has kept the cookie too.
  const [name = '', value = ''] = cookie.split('=')
  browser.setCookie(api.origin, name, value)
  expect((await browser.go(callback.href)).url.hash).toBe('#error=failed')
  expect(await codesOf(api, person)).toHaveLength(1)
})

test('a cookie that was forged, or has expired, is none', async ({ api, person }) => {
  const browser = createHttpBrowser(api)
  const callback = await callbackFor(
    browser,
    await openLoginPage(api, browser, newVerifier().challenge),
    person,
  )
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
  expect(await codesOf(api, person)).toEqual([])
})

test('a code of another sign-in, another nonce or another challenge is refused', async ({
  api,
  person,
  log,
}) => {
  const attacker = createHttpBrowser(api)
  const stolen = await callbackFor(
    attacker,
    await openLoginPage(api, attacker, newVerifier().challenge),
    person,
  )

  const injected = createHttpBrowser(api)
  const callback = await callbackFor(
    injected,
    await openLoginPage(api, injected, newVerifier().challenge),
    person,
  )
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
    expect((await authenticate(browser, page, person)).url.hash).toBe('#error=failed')
  }
  expect(await codesOf(api, person)).toEqual([])
  await expect.poll(() => errorLines(log)).toHaveLength(3)
  expect(errorLines(log)).toContainEqual(expect.stringContaining('unexpected JWT'))
})

test('a code works once, for whoever began, within a minute', async ({ api, person }) => {
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, person)
  const [stored] = await codesOf(api, person)
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
    const answer = await exchangeCode(api, text, proof)
    expect([answer.status, jsonOf(answer)]).toEqual([401, EXPIRED])
  }
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchangeCode(api, code, verifier)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])

  const late = await codeFor(api, challenge, person)
  await withDatabase(api, ({ write }) =>
    write(sql('UPDATE sign_in_codes SET expires_at = ?', Date.now() - 1)),
  )
  expect((await exchangeCode(api, late, verifier)).status).toBe(401)
  // The next code takes those along that are over.
  await codeFor(api, challenge, person)
  expect(await codesOf(api, person)).toHaveLength(1)
})

test('a password that is set ends the codes that wait', async ({ api, person }) => {
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, person)
  const token = randomBytes(32).toString('base64url')
  await withDatabase(api, async ({ write }) => {
    await write(
      sql(
        'INSERT INTO reset_links (user_id, token_hash, is_mailed, expires_at) SELECT id, ?, 1, ? FROM users WHERE email = ?',
        hashOf(token),
        Date.now() + 60_000,
        person.email,
      ),
    )
  })
  const json = { token, password: 'nueva clave' }
  expect((await call(api, 'POST', '/api/auth/reset', { json })).status).toBe(204)
  expect((await exchangeCode(api, code, verifier)).status).toBe(401)
})

test('100 codes that do not work stop an address, for a good one and for sign-ins too', async ({
  api,
  person,
}) => {
  test.slow()
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, person)
  const answers = await Promise.all(Array.from({ length: 110 }, () => exchangeCode(api, 'a', 'b')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await exchangeCode(api, code, verifier)).status).toBe(429)
  expect((await exchangeCode({ ...api, address: newAddress() }, 'a', 'b')).status).toBe(401)
  expect((await exchangeCode({ ...api, address: newAddress() }, code, verifier)).status).toBe(200)

  const browser = createHttpBrowser(api)
  const page = await openLoginPage(api, browser, newVerifier().challenge)
  expect((await authenticate(browser, page, person)).url.hash).toBe('#error=too_many')
})

test('100 sign-ins that fail stop an address; a no at the provider, or a provider that is away, does not', async ({
  api,
  provider,
}) => {
  test.slow()
  const browser = createHttpBrowser(api)
  const { way } = await openLoginPage(api, browser, newVerifier().challenge)
  const state = String(way[1]?.searchParams.get('state'))
  const headers = { Cookie: browser.cookiesFor(api.origin) }
  const comeBack = async (error: string) => {
    const query = new URLSearchParams({ error, state, iss: provider.issuer })
    const answer = await call(api, 'GET', `/api/auth/oidc/callback?${query}`, { headers })
    return new URL(String(answer.headers.location)).hash
  }
  const words = (error: string) => Promise.all(Array.from({ length: 110 }, () => comeBack(error)))

  expect(await words('access_denied')).toEqual(Array(110).fill('#error=denied'))
  expect(await words('server_error')).toEqual(Array(110).fill('#error=unavailable'))
  const failed = Array(100).fill('#error=failed')
  expect((await words('invalid_request')).sort()).toEqual([...failed, ...Array(10).fill('#error=too_many')])
})

test('nothing secret of a sign-in is stored or logged', async ({ api, person, log }) => {
  const browser = createHttpBrowser(api)
  const { verifier, challenge } = newVerifier()
  const callback = await callbackFor(browser, await openLoginPage(api, browser, challenge), person)
  const [name = '', cookie = ''] = browser.cookiesFor(api.origin).split('=')
  const code = (await browser.go(callback.href)).url.hash.slice('#code='.length)
  const stored = JSON.stringify(await codesOf(api, person))
  const answer = await exchangeCode(api, code, verifier)
  const { token } = jsonOf(answer) as { token: string }
  // Replaying the callback with its cookie fails for a reason that the host logs.
  browser.setCookie(api.origin, name, cookie)
  expect((await browser.go(`${callback.href}&error=a`)).url.hash).toBe('#error=failed')

  for (const secret of [code, verifier]) expect(stored).not.toContain(secret)
  await expect.poll(() => log.output()).toContain('"path":"/api/auth/oidc/session","status":200')
  await expect.poll(() => errorLines(log)).toHaveLength(1)
  const { state, code: theirs } = Object.fromEntries(callback.searchParams)
  for (const secret of [
    code,
    verifier,
    token,
    cookie,
    String(state),
    String(theirs),
    person.email,
    person.sub,
  ]) {
    expect(log.output()).not.toContain(secret)
  }
  await signInWithOidc(api, person)
})

function codesOf(host: { databaseUrl: string }, { sub }: Person) {
  return withDatabase(host, ({ read }) =>
    read(
      sql(
        'SELECT * FROM sign_in_codes WHERE user_id = (SELECT user_id FROM identities WHERE subject = ?)',
        sub,
      ),
    ),
  )
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
