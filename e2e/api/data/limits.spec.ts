import { createHash, randomInt, randomUUID } from 'node:crypto'
import { isLoginAddress } from '@/server/store/login-addresses'
import { createSession } from '@/server/store/sessions'
import {
  type Api,
  type ApiResponse,
  call,
  createUser,
  jsonOf,
  newRegistration,
} from '../../support/api-client'
import { expect, newAddress, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'

const WRONG = 'Correo o contraseña incorrectos.'
const TOO_MANY_LOGINS = 'Demasiados intentos fallidos. Inténtalo de nuevo dentro de unos minutos.'
const TOO_MANY_ACCOUNTS =
  'Se han creado demasiadas cuentas desde esta conexión. Inténtalo de nuevo más tarde.'

test('10 failed logins for an email block it for that address, even with the right password', async ({
  api,
  user,
}) => {
  const other = await createUser(api)

  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(api, user.email))
  expectTooManyLogins(await logIn(api, user))
  expectTooManyLogins(await guess(api, user.email))
  expectTooManyLogins(await logIn(api, user))

  expect((await logIn(fromNewAddress(api), user)).status).toBe(200)
  expect((await logIn(api, other)).status).toBe(200)
  expect((await call(api, 'GET', '/api/notes', { token: user.token })).status).toBe(200)
})

test('successful logins do not count', async ({ api, user }) => {
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await logIn(api, user)).status).toBe(200)
})

test('60 successful logins of an account in 15 minutes are let in, and the next is not', {
  tag: '@slow',
}, async ({ api, user }) => {
  test.slow()
  // The new user has logged in once.
  for (const count of [19, 20, 20]) {
    const logins = Array.from({ length: count }, () => logIn(fromNewAddress(api), user))
    for (const { status } of await Promise.all(logins)) expect(status).toBe(200)
  }
  const refused = await logIn(fromNewAddress(api), user)
  expect(refused.status).toBe(429)
  expect(jsonOf(refused)).toEqual({
    message: 'Has iniciado sesión demasiadas veces. Inténtalo de nuevo dentro de unos minutos.',
  })
  expectRetryAfter(refused, 900)
  expect((await logIn(api, await createUser(api))).status).toBe(200)
})

test('after 100 failed logins from many addresses only those from which the user logged in before get in', {
  tag: '@slow',
}, async ({ api, user }) => {
  test.slow()
  const known = fromNewAddress(api)
  expect((await logIn(known, user)).status).toBe(200)
  const stranger = newRegistration().email
  for (let round = 0; round < 10; round += 1) {
    const guesses = Array.from({ length: 10 }, () => guess(fromNewAddress(api), user.email))
    const others = Array.from({ length: 10 }, () => guess(fromNewAddress(api), stranger))
    for (const response of await Promise.all([...guesses, ...others])) expectWrong(response)
  }

  expectTooManyLogins(await logIn(fromNewAddress(api), user), 3600)
  expectTooManyLogins(await guess(fromNewAddress(api), stranger), 3600)
  expect((await logIn(known, user)).status).toBe(200)
  expectWrong(await guess(known, user.email))

  const longAgo = Date.now() - 91 * 24 * 60 * 60 * 1000
  await withDatabase(api, ({ write }) => write(sql('UPDATE login_addresses SET last_login_at = ?', longAgo)))
  expectTooManyLogins(await logIn(known, user), 3600)
})

test('failed logins from the subnets of one IPv6 site count together', async ({ api, user }) => {
  const [site, otherSite] = [newSite(), newSite()]
  const at = (subnet: string): Api => ({ ...api, address: `2001:db8:${subnet}::1` })
  for (let subnet = 0; subnet < 10; subnet += 1) {
    expectWrong(await guess(at(`${site}:${subnet}`), user.email))
  }
  expectTooManyLogins(await logIn(at(`${site}:a`), user))
  expect((await logIn(at(`${otherSite}:a`), user)).status).toBe(200)
})

test('an account has at most 50 sessions: the oldest ends first', async ({ api, user }) => {
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000
  const added = Array.from({ length: 49 }, (_, at) => ({ token: randomUUID(), createdAt: minutesAgo(at) }))
  await withDatabase(api, ({ write }) =>
    write(
      ...added.map(({ token, createdAt }) =>
        sql(
          `INSERT INTO sessions (token_hash, user_id, last_used_at, created_at)
          SELECT ?, id, ?, ? FROM users WHERE email = ?`,
          hashOf(token),
          minutesAgo(0),
          createdAt,
          user.email,
        ),
      ),
    ),
  )
  const tokens = [user.token, ...added.map(({ token }) => token)]
  expect(await statusesOf(api, tokens)).toEqual(Array(50).fill(200))

  tokens.push(tokenOf(await logIn(api, user)))
  expect(await statusesOf(api, tokens)).toEqual([...Array(49).fill(200), 401, 200])
})

test('a login that a new password overtakes starts no session, ends none and lets no address in', async ({
  api,
  user,
}) => {
  const network = `203.0.113.${randomInt(256)}`
  await withDatabase(api, async (database) => {
    const [row] = await database.read(sql('SELECT id FROM users WHERE email = ?', user.email))
    const userId = String(row?.id)
    const session = (passwordHash?: string) => ({
      tokenHash: randomUUID(),
      userId,
      passwordHash,
      network,
      client: '',
    })
    const now = Date.now()
    for (let count = 1; count < 50; count += 1) await createSession(database, { ...session(), now })
    await database.write(sql('DELETE FROM login_addresses WHERE user_id = ?', userId))

    expect(await createSession(database, { ...session('an older hash'), now })).toBe(false)
    expect(await isLoginAddress(database, userId, network, now)).toBe(false)
    const sessions = await database.read(sql('SELECT 1 FROM sessions WHERE user_id = ?', userId))
    expect(sessions).toHaveLength(50)
  })
})

test('the limit ignores the case of an email and spaces around it', async ({ api, user }) => {
  const spellings = [user.email, user.email.toUpperCase(), ` ${user.email}`, `${user.email}\t`]

  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(api, spellings[attempt % 4]))
  for (const email of spellings) expectTooManyLogins(await logIn(api, { ...user, email }))
})

test('the limit also applies to an email without an account', async ({ api }) => {
  const { email } = newRegistration()

  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(api, email))
  expectTooManyLogins(await guess(api, email))
})

test('100 failed logins for many emails block their address, and no other', { tag: '@slow' }, async ({
  api,
  user,
}) => {
  test.slow()
  for (let round = 0; round < 4; round += 1) {
    const responses = Promise.all(Array.from({ length: 25 }, () => guess(api, newRegistration().email)))
    for (const response of await responses) expectWrong(response)
  }

  expectTooManyLogins(await logIn(api, user))
  expectTooManyLogins(await guess(api, newRegistration().email))
  expect((await logIn(fromNewAddress(api), user)).status).toBe(200)
})

test('10 of 50 concurrent guesses are checked, and the right password after them is blocked', async ({
  api,
  user,
}) => {
  test.slow()
  const guesses = Array.from({ length: 50 }, () => guess(api, user.email))
  const right = logIn(api, user)

  const responses = await Promise.all(guesses)
  const checked = responses.filter(({ status }) => status === 401)
  expect(checked).toHaveLength(10)
  for (const response of responses) if (!checked.includes(response)) expectTooManyLogins(response)
  expectTooManyLogins(await right)
})

test('a blocked address costs no password checks', { tag: '@slow' }, async ({ start }) => {
  test.slow()
  const host = await start({ TRUST_PROXY: '1' })
  const here = fromNewAddress(host)
  const user = await createUser(host)
  for (let attempt = 0; attempt < 10; attempt += 1) await guess(here, user.email)

  // So many password checks at once would get 503.
  const blocked = Array.from({ length: 300 }, () => logIn(here, user))
  expect((await logIn(fromNewAddress(host), user)).status).toBe(200)
  for (const response of await Promise.all(blocked)) expectTooManyLogins(response)
})

test('a host without a proxy counts by connection and ignores X-Forwarded-For', async ({ start }) => {
  const host = await start()
  const { email } = newRegistration()
  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(fromNewAddress(host), email))
  expectTooManyLogins(await guess(fromNewAddress(host), email))
})

test('where three accounts an hour are allowed the fourth is refused, also among concurrent registrations', async ({
  start,
}) => {
  const host = await start({ TRUST_PROXY: '1', REGISTRATIONS_PER_HOUR: '3' })
  const here = fromNewAddress(host)
  const user = await createUser(host)

  for (let account = 0; account < 3; account += 1) {
    expect((await register(here, { email: user.email })).status).toBe(409)
    expect((await register(here, { password: '12345' })).status).toBe(400)
    expect((await register(here)).status).toBe(201)
  }
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const refused = await register(here)
    expect(refused.status).toBe(429)
    expect(jsonOf(refused)).toEqual({ message: TOO_MANY_ACCOUNTS })
    expectRetryAfter(refused, 3600)
  }
  expect((await register(fromNewAddress(host))).status).toBe(201)
  expect((await logIn(here, user)).status).toBe(200)

  // Concurrent registrations do not get past the limit.
  const there = fromNewAddress(host)
  const { email } = newRegistration()
  await register(there, { email })
  const taken = Array.from({ length: 10 }, () => register(there, { email }))
  for (const { status } of await Promise.all(taken)) expect([409, 429]).toContain(status)
  const responses = await Promise.all(Array.from({ length: 10 }, () => register(there)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(8).fill(429)])
})

test('100 registrations of taken emails block their address', { tag: '@slow' }, async ({ api, user }) => {
  const here = fromNewAddress(api)
  for (let attempt = 0; attempt < 100; attempt += 1) {
    expect((await register(here, { email: user.email })).status).toBe(409)
  }
  for (const fields of [{ email: user.email }, {}]) {
    const refused = await register(here, fields)
    expect(refused.status).toBe(429)
    expect(jsonOf(refused)).toEqual({
      message: 'Se han probado demasiados correos desde esta conexión. Inténtalo de nuevo más tarde.',
    })
  }
  expect((await register(fromNewAddress(api))).status).toBe(201)
})

test('a host that allows no registrations creates no account', async ({ start }) => {
  expect((await register(await start({ REGISTRATIONS_PER_HOUR: '0' }))).status).toBe(429)
})

test('hosts on one PostgreSQL database count logins together, on one SQLite file each by itself', {
  tag: '@slow',
}, async ({ database, start }) => {
  const hosts = [await start(), await start()] as const
  const user = await createUser(hosts[0])
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expectWrong(await guess(hosts[database === 'PostgreSQL' ? attempt % 2 : 0] as Api, user.email))
  }

  expectTooManyLogins(await logIn(hosts[0], user))
  // A restarted host is another host too.
  for (const host of [hosts[1], await start()]) {
    const response = await logIn(host, user)
    if (database === 'PostgreSQL') expectTooManyLogins(response)
    else expect(response.status).toBe(200)
  }
})

/** The host, called from an unused client address. */
function fromNewAddress({ origin }: Api): Api {
  return { origin, address: newAddress() }
}

let sites = 0

/** A part of an IPv6 address that no test has used. */
function newSite(): string {
  sites += 1
  return ((process.pid % 256) * 256 + sites).toString(16)
}

function tokenOf(response: ApiResponse): string {
  return (jsonOf(response) as { token: string }).token
}

function hashOf(token = ''): string {
  return createHash('sha256').update(token).digest('hex')
}

function statusesOf(host: Api, tokens: string[]): Promise<number[]> {
  return Promise.all(tokens.map(async (token) => (await call(host, 'GET', '/api/notes', { token })).status))
}

function guess(host: Api, email = ''): Promise<ApiResponse> {
  return logIn(host, { email, password: `adivinada ${randomUUID()}` })
}

function logIn(host: Api, { email, password }: { email: string; password: string }): Promise<ApiResponse> {
  return call(host, 'POST', '/api/auth/login', { json: { email, password } })
}

function register(host: Api, fields: object = {}): Promise<ApiResponse> {
  return call(host, 'POST', '/api/auth/register', { json: { ...newRegistration(), ...fields } })
}

function expectWrong(response: ApiResponse): void {
  expect(response.status).toBe(401)
  expect(jsonOf(response)).toEqual({ message: WRONG })
}

function expectTooManyLogins(response: ApiResponse, longest = 900): void {
  expect(response.status).toBe(429)
  expect(jsonOf(response)).toEqual({ message: TOO_MANY_LOGINS })
  expectRetryAfter(response, longest)
}

function expectRetryAfter({ headers }: ApiResponse, longest: number): void {
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(longest)
}
