import { randomUUID } from 'node:crypto'
import {
  type Api,
  type ApiResponse,
  call,
  createUser,
  jsonOf,
  newRegistration,
} from '../../support/api-client'
import { expect, newAddress, test } from '../../support/api-fixtures'

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

function expectTooManyLogins(response: ApiResponse): void {
  expect(response.status).toBe(429)
  expect(jsonOf(response)).toEqual({ message: TOO_MANY_LOGINS })
  expectRetryAfter(response, 900)
}

function expectRetryAfter({ headers }: ApiResponse, longest: number): void {
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(longest)
}
