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

test('after 10 failures for an email the address is stopped, with the right password too', async ({
  api,
  user,
}) => {
  const other = await createUser(api)

  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(api, user.email))
  expectTooManyLogins(await logIn(api, user))
  expectTooManyLogins(await guess(api, user.email))
  expectTooManyLogins(await logIn(api, user))

  expect((await logIn(elsewhere(api), user)).status).toBe(200)
  expect((await logIn(api, other)).status).toBe(200)
  expect((await call(api, 'GET', '/api/notes', { token: user.token })).status).toBe(200)
})

test('logins that succeed count for nothing', async ({ api, user }) => {
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await logIn(api, user)).status).toBe(200)
})

test('an email counts as one, whatever its case and the spaces around it', async ({ api, user }) => {
  const spellings = [user.email, user.email.toUpperCase(), ` ${user.email}`, `${user.email}\t`]

  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(api, spellings[attempt % 4]))
  for (const email of spellings) expectTooManyLogins(await logIn(api, { ...user, email }))
})

test('an email without an account is limited alike', async ({ api }) => {
  const { email } = newRegistration()

  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(api, email))
  expectTooManyLogins(await guess(api, email))
})

test('after 100 failures over many emails the address is stopped, and no other', { tag: '@slow' }, async ({
  api,
  user,
}) => {
  test.slow()
  for (let round = 0; round < 4; round += 1) {
    const answers = Promise.all(Array.from({ length: 25 }, () => guess(api, newRegistration().email)))
    for (const answer of await answers) expectWrong(answer)
  }

  expectTooManyLogins(await logIn(api, user))
  expectTooManyLogins(await guess(api, newRegistration().email))
  expect((await logIn(elsewhere(api), user)).status).toBe(200)
})

test('of 50 guesses at once 10 are answered, and a right one after them is not', async ({ api, user }) => {
  test.slow()
  const guesses = Array.from({ length: 50 }, () => guess(api, user.email))
  const right = logIn(api, user)

  const answers = await Promise.all(guesses)
  const answered = answers.filter(({ status }) => status === 401)
  expect(answered).toHaveLength(10)
  for (const answer of answers) if (!answered.includes(answer)) expectTooManyLogins(answer)
  expectTooManyLogins(await right)
})

test('no password is checked for whoever is stopped', { tag: '@slow' }, async ({ start }) => {
  test.slow()
  const host = await start({ TRUST_PROXY: '1' })
  const here = elsewhere(host)
  const user = await createUser(host)
  for (let attempt = 0; attempt < 10; attempt += 1) await guess(here, user.email)

  // So many checks at once would be put off with 503.
  const stopped = Array.from({ length: 300 }, () => logIn(here, user))
  expect((await logIn(elsewhere(host), user)).status).toBe(200)
  for (const answer of await Promise.all(stopped)) expectTooManyLogins(answer)
})

test('a host without a proxy counts by connection, whatever a client says of itself', async ({ start }) => {
  const host = await start()
  const { email } = newRegistration()
  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(elsewhere(host), email))
  expectTooManyLogins(await guess(elsewhere(host), email))
})

test('the fourth account of an hour is refused where three are allowed, also of those asked for at once', async ({
  start,
}) => {
  const host = await start({ TRUST_PROXY: '1', REGISTRATIONS_PER_HOUR: '3' })
  const here = elsewhere(host)
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
  expect((await register(elsewhere(host))).status).toBe(201)
  expect((await logIn(here, user)).status).toBe(200)

  // Concurrent registrations do not get past the limit.
  const there = elsewhere(host)
  const { email } = newRegistration()
  await register(there, { email })
  const taken = Array.from({ length: 10 }, () => register(there, { email }))
  for (const { status } of await Promise.all(taken)) expect([409, 429]).toContain(status)
  const answers = await Promise.all(Array.from({ length: 10 }, () => register(there)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(8).fill(429)])
})

test('a host that allows no accounts makes none', async ({ start }) => {
  expect((await register(await start({ REGISTRATIONS_PER_HOUR: '0' }))).status).toBe(429)
})

test('hosts of one PostgreSQL count together, a host of a SQLite file by itself', { tag: '@slow' }, async ({
  database,
  start,
}) => {
  const hosts = [await start(), await start()] as const
  const user = await createUser(hosts[0])
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expectWrong(await guess(hosts[database === 'PostgreSQL' ? attempt % 2 : 0] as Api, user.email))
  }

  expectTooManyLogins(await logIn(hosts[0], user))
  // A restart is another host too.
  for (const host of [hosts[1], await start()]) {
    const answer = await logIn(host, user)
    if (database === 'PostgreSQL') expectTooManyLogins(answer)
    else expect(answer.status).toBe(200)
  }
})

/** The host, asked from another address that nothing has come from yet. */
function elsewhere({ origin }: Api): Api {
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

function expectWrong(answer: ApiResponse): void {
  expect(answer.status).toBe(401)
  expect(jsonOf(answer)).toEqual({ message: WRONG })
}

function expectTooManyLogins(answer: ApiResponse): void {
  expect(answer.status).toBe(429)
  expect(jsonOf(answer)).toEqual({ message: TOO_MANY_LOGINS })
  expectRetryAfter(answer, 900)
}

function expectRetryAfter({ headers }: ApiResponse, longest: number): void {
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(longest)
}
