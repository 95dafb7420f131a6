import { createHash, randomBytes } from 'node:crypto'
import { startIdentityProvider } from '../../support/servers/oidc-provider'
import { call, expect, jsonOf, sql, withDatabase } from '../../support/api-client'
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

const EXPIRED = { message: 'La entrada ha caducado. Inténtalo de nuevo.' }

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

test('only origins that are allowed are returned to', async ({ start }) => {
  const host = await start({ CORS_ORIGINS: 'https://notas.example' })
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

test('nothing of the address that is returned to is kept but origin and path', async ({ start, person }) => {
  const host = await start()
  for (const [returnTo, kept] of [
    [`${host.origin}/app/?next=//evil.example#error=a`, `${host.origin}/app/`],
    [`${host.origin}\\@evil.example/`, `${host.origin}/@evil.example/`],
    [`${host.origin}//evil.example/`, `${host.origin}//evil.example/`],
    [`http://carmen:clave@${new URL(host.origin).host}/app/`, `${host.origin}/app/`],
  ]) {
    const browser = createHttpBrowser()
    const page = await begin(host, browser, newVerifier().challenge, returnTo)
    const { url } = await authenticate(browser, page, person)
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(kept)
  }
})

test('a start without an address or a challenge is malformed', async ({ start }) => {
  const host = await start()
  const return_to = `${host.origin}/app/`
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
    const answer = await call(host, 'GET', `/api/auth/oidc/start?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(400)
  }
})

test('what a request names as its host changes nothing', async ({ start, provider }) => {
  const host = await start()
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

test('the provider is asked with PKCE, state and nonce, other ones each time', async ({ start }) => {
  const host = await start()
  const queries = []
  for (let number = 0; number < 2; number += 1) {
    const page = await begin(host, createHttpBrowser(), newVerifier().challenge)
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

test('the cookie is for these calls alone, and for no script', async ({ start }) => {
  const host = await start()
  const { pathname, search } = new URL(startUrl(host, newVerifier().challenge))
  const cookieOf = async (origin: string) =>
    String((await call({ origin }, 'GET', pathname + search)).headers['set-cookie'])

  const cookie = await cookieOf(host.origin)
  expect(cookie).toMatch(
    /^notas-sign-in=[\w.%-]+; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax$/,
  )
  expect(cookie.length).toBeLessThan(2000)

  const secure = await start({
    PORT: '0',
    SITE_URL: `${host.origin}/app`,
    NEXT_PUBLIC_API_HOST: 'https://api.example',
  })
  expect(await cookieOf(secure.origin)).toMatch(/; Path=\/api\/auth\/oidc; HttpOnly; Secure; SameSite=Lax$/)
})

test('who has not begun cannot end: a callback without its cookie, or with another state, signs in nobody', async ({
  start,
  person,
  databaseUrl,
}) => {
  const host = await start()
  const attacker = createHttpBrowser()
  const { challenge } = newVerifier()
  const callback = await callbackFor(attacker, await begin(host, attacker, challenge), person)

  // The victim's browser has begun nothing.
  const victim = createHttpBrowser()
  expect((await victim.go(callback.href)).url.href).toBe(`${host.origin}/app/#error=expired`)

  // It has begun a sign-in of its own, which goes on after the attack.
  const page = await begin(host, victim, newVerifier().challenge)
  expect((await victim.go(callback.href)).url.href).toBe(`${host.origin}/app/#error=expired`)
  for (const state of ['', 'a', randomBytes(32).toString('base64url')]) {
    const forged = new URL(callback)
    forged.searchParams.set('state', state)
    expect((await victim.go(forged.href)).url.hash).toBe('#error=expired')
    expect((await attacker.go(forged.href)).url.hash).toBe('#error=expired')
  }
  expect(await codes(databaseUrl)).toEqual([])
  expect((await authenticate(victim, page, person)).url.hash).toMatch(/^#code=/)
})

test('a callback that is replayed signs in nobody', async ({ start, person, databaseUrl }) => {
  const host = await start()
  const browser = createHttpBrowser()
  const callback = await callbackFor(browser, await begin(host, browser, newVerifier().challenge), person)
  const cookie = browser.cookiesFor(host.origin)
  expect((await browser.go(callback.href)).url.hash).toMatch(/^#code=/)
  expect(browser.cookiesFor(host.origin)).toBe('')

  expect((await browser.go(callback.href)).url.hash).toBe('#error=expired')
  // Somebody has kept the cookie too.
  const [name = '', value = ''] = cookie.split('=')
  browser.setCookie(host.origin, name, value)
  expect((await browser.go(callback.href)).url.hash).toBe('#error=failed')
  expect(await codes(databaseUrl)).toHaveLength(1)
})

test('a cookie that was forged, or has expired, is none', async ({ start, person, databaseUrl }) => {
  const host = await start()
  const browser = createHttpBrowser()
  const callback = await callbackFor(browser, await begin(host, browser, newVerifier().challenge), person)
  const [name = '', value = ''] = browser.cookiesFor(host.origin).split('=')
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
    browser.setCookie(host.origin, name, encodeURIComponent(forged))
    expect((await browser.go(callback.href)).url.href).toBe(`${host.origin}/app/#error=expired`)
  }
  expect(await codes(databaseUrl)).toEqual([])
})

test('a code of another sign-in, another nonce or another challenge is refused', async ({
  start,
  person,
  databaseUrl,
}) => {
  const host = await start()
  const attacker = createHttpBrowser()
  const stolen = await callbackFor(attacker, await begin(host, attacker, newVerifier().challenge), person)

  const injected = createHttpBrowser()
  const callback = await callbackFor(injected, await begin(host, injected, newVerifier().challenge), person)
  callback.searchParams.set('code', String(stolen.searchParams.get('code')))
  expect((await injected.go(callback.href)).url.hash).toBe('#error=failed')

  for (const name of ['nonce', 'code_challenge']) {
    const browser = createHttpBrowser()
    const { way } = await browser.go(startUrl(host, newVerifier().challenge), {
      stopsAt: ({ pathname }) => pathname === '/auth',
    })
    const address = way[1] as URL
    address.searchParams.set(name, randomBytes(32).toString('base64url'))
    const page = await browser.go(address.href)
    expect((await authenticate(browser, page, person)).url.hash).toBe('#error=failed')
  }
  expect(await codes(databaseUrl)).toEqual([])
  await expect.poll(() => errorsOf(host)).toHaveLength(3)
  expect(errorsOf(host)[1]).toContain('unexpected JWT')
})

test('an error that comes back with the right state is told with one of our words', async ({
  start,
  provider,
}) => {
  const host = await start()
  for (const [error, word, iss = provider.issuer] of [
    ['access_denied', 'denied'],
    ['access_denied', 'failed', 'https://evil.example'],
    ['access_denied', 'failed', ''],
    ['temporarily_unavailable', 'unavailable'],
    ['server_error', 'unavailable'],
    ['<script>alert(1)</script>', 'failed'],
    ['a&code=b', 'failed'],
  ] as const) {
    const browser = createHttpBrowser()
    const { way } = await begin(host, browser, newVerifier().challenge)
    const state = String(way[1]?.searchParams.get('state'))
    const query = new URLSearchParams({ error, state, iss, error_description: 'texto ajeno' })
    const { url } = await browser.go(`${host.origin}/api/auth/oidc/callback?${query}`)
    expect(url.href).toBe(`${host.origin}/app/#error=${word}`)
  }
  expect(host.output()).not.toContain('texto ajeno')
})

test('a code works once, for whoever began, within a minute', async ({ start, person, databaseUrl }) => {
  const host = await start()
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(host, challenge, person)
  const [stored] = await codes(databaseUrl)
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
    const answer = await exchange(host, text, proof)
    expect([answer.status, jsonOf(answer)]).toEqual([401, EXPIRED])
  }
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(host, code, verifier)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])

  const late = await codeFor(host, challenge, person)
  await withDatabase({ databaseUrl }, ({ write }) =>
    write(sql('UPDATE sign_in_codes SET expires_at = ?', Date.now() - 1)),
  )
  expect((await exchange(host, late, verifier)).status).toBe(401)
  // The next code takes those along that are over.
  await codeFor(host, challenge, person)
  expect(await codes(databaseUrl)).toHaveLength(1)
})

test('a code without its verifier is malformed', async ({ start, person }) => {
  const host = await start()
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(host, challenge, person)
  for (const json of [{ code }, { verifier }, { code: [code], verifier }, { code, verifier: null }]) {
    expect((await call(host, 'POST', '/api/auth/oidc/session', { json })).status).toBe(400)
  }
  expect((await exchange(host, code, verifier)).status).toBe(200)
})

test('a password that is set ends the codes that wait', async ({ start, person, databaseUrl }) => {
  const host = await start()
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(host, challenge, person)
  const token = randomBytes(32).toString('base64url')
  await withDatabase({ databaseUrl }, async ({ write }) => {
    await write(
      sql(
        'INSERT INTO reset_links (user_id, token_hash, is_mailed, expires_at) SELECT id, ?, 1, ? FROM users',
        hashOf(token),
        Date.now() + 60_000,
      ),
    )
  })
  const json = { token, password: 'nueva clave' }
  expect((await call(host, 'POST', '/api/auth/reset', { json })).status).toBe(204)
  expect((await exchange(host, code, verifier)).status).toBe(401)
})

test('100 codes that do not work stop an address, and sign-ins from it too', async ({
  start,
  port,
  person,
}) => {
  test.slow()
  const own = `http://127.0.0.1:${port}`
  const host = await start({ TRUST_PROXY: '1', SITE_URL: `${own}/app` })
  const guess = (address: string) =>
    call(host, 'POST', '/api/auth/oidc/session', {
      json: { code: 'a', verifier: 'b' },
      headers: { 'X-Forwarded-For': address },
    })
  const answers = await Promise.all(Array.from({ length: 110 }, () => guess('127.0.0.1')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await guess('192.0.2.2')).status).toBe(401)

  const browser = createHttpBrowser()
  const page = await begin(host, browser, newVerifier().challenge)
  expect((await authenticate(browser, page, person)).url.hash).toBe('#error=too_many')
})

test('100 sign-ins that fail stop an address; a no at the provider, or a provider that is away, does not', async ({
  start,
  provider,
}) => {
  test.slow()
  const host = await start()
  const browser = createHttpBrowser()
  const { way } = await begin(host, browser, newVerifier().challenge)
  const state = String(way[1]?.searchParams.get('state'))
  const headers = { Cookie: browser.cookiesFor(host.origin) }
  const comeBack = async (error: string) => {
    const query = new URLSearchParams({ error, state, iss: provider.issuer })
    const answer = await call(host, 'GET', `/api/auth/oidc/callback?${query}`, { headers })
    return new URL(String(answer.headers.location)).hash
  }
  const words = (error: string) => Promise.all(Array.from({ length: 110 }, () => comeBack(error)))

  expect(await words('access_denied')).toEqual(Array(110).fill('#error=denied'))
  expect(await words('server_error')).toEqual(Array(110).fill('#error=unavailable'))
  const failed = Array(100).fill('#error=failed')
  expect((await words('invalid_request')).sort()).toEqual([...failed, ...Array(10).fill('#error=too_many')])
})

test('why a sign-in failed is in the log, also where it was one failure too many', async ({
  start,
  port,
  person,
}) => {
  const failure = signal()
  const exchanged = signal()
  const provider = await startIdentityProvider({
    redirectUris: [callbackOf(port)],
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
  const host = await start(provider.env)
  const guess = () => exchange(host, 'a', 'b')
  await Promise.all(Array.from({ length: 99 }, guess))
  const browser = createHttpBrowser()
  const callback = await callbackFor(browser, await begin(host, browser, newVerifier().challenge), person)

  const back = browser.go(callback.href)
  await exchanged.given
  expect((await guess()).status).toBe(401)
  failure.give()
  expect((await back).url.hash).toBe('#error=too_many')
  await expect.poll(() => errorsOf(host)).toEqual([expect.stringContaining('invalid_grant')])
  await provider.stop()
})

test('nothing secret of a sign-in is stored or logged', async ({ start, person, databaseUrl }) => {
  const host = await start()
  const browser = createHttpBrowser()
  const { verifier, challenge } = newVerifier()
  const callback = await callbackFor(browser, await begin(host, browser, challenge), person)
  const [name = '', cookie = ''] = browser.cookiesFor(host.origin).split('=')
  const code = (await browser.go(callback.href)).url.hash.slice('#code='.length)
  const stored = JSON.stringify(await codes(databaseUrl))
  const answer = await exchange(host, code, verifier)
  const { token } = jsonOf(answer) as { token: string }
  // With the cookie it fails for a cause, which is logged.
  browser.setCookie(host.origin, name, cookie)
  expect((await browser.go(`${callback.href}&error=a`)).url.hash).toBe('#error=failed')

  for (const secret of [code, verifier]) expect(stored).not.toContain(secret)
  await expect.poll(() => host.output()).toContain('"path":"/api/auth/oidc/session","status":200')
  await expect.poll(() => errorsOf(host)).toHaveLength(1)
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
    expect(host.output()).not.toContain(secret)
  }
  await signIn(host, person)
})

function codes(databaseUrl: string) {
  return withDatabase({ databaseUrl }, ({ read }) => read(sql('SELECT * FROM sign_in_codes')))
}

/** Something that is waited for until it is given. */
function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
