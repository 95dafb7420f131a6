import { randomUUID } from 'node:crypto'
import { type Answer, call, createUser, expect, jsonOf, newRegistration } from '../../support/api-client'
import { test } from '../../support/own-hosts'

const WRONG = 'Correo o contraseña incorrectos.'
const TOO_MANY_LOGINS = 'Demasiados intentos fallidos. Inténtalo de nuevo dentro de unos minutos.'
const TOO_MANY_ACCOUNTS =
  'Se han creado demasiadas cuentas desde esta conexión. Inténtalo de nuevo más tarde.'

const BEHIND_PROXY = { TRUST_PROXY: '1' }

type Host = { origin: string }

test('after 10 failures for an email the address is stopped, with the right password too', async ({
  start,
}) => {
  const host = await start(BEHIND_PROXY)
  const user = await createUser(host)
  const other = await createUser(host)

  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(host, user.email))
  expectTooManyLogins(await logInFrom(host, '192.0.2.1', user))
  expectTooManyLogins(await guess(host, user.email))
  expectTooManyLogins(await logInFrom(host, '192.0.2.1', user))

  expect((await logInFrom(host, '192.0.2.2', user)).status).toBe(200)
  expect((await logInFrom(host, '192.0.2.1', other)).status).toBe(200)
  expect((await call(host, 'GET', '/api/notes', { token: user.token })).status).toBe(200)
})

test('logins that succeed count for nothing', async ({ start }) => {
  const host = await start()
  const user = await createUser(host)
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await logIn(host, user)).status).toBe(200)
})

test('an email counts as one, whatever its case and the spaces around it', async ({ start }) => {
  const host = await start()
  const user = await createUser(host)
  const spellings = [user.email, user.email.toUpperCase(), ` ${user.email}`, `${user.email}\t`]

  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(host, spellings[attempt % 4]))
  for (const email of spellings) expectTooManyLogins(await logIn(host, { ...user, email }))
})

test('an email without an account is limited alike', async ({ start }) => {
  const host = await start()
  const { email } = newRegistration()

  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(host, email))
  expectTooManyLogins(await guess(host, email))
})

test('after 100 failures over many emails the address is stopped, and no other', async ({ start }) => {
  test.slow()
  const host = await start(BEHIND_PROXY)
  const user = await createUser(host)
  for (let round = 0; round < 4; round += 1) {
    const answers = Promise.all(Array.from({ length: 25 }, () => guess(host, newRegistration().email)))
    for (const answer of await answers) expectWrong(answer)
  }

  expectTooManyLogins(await logInFrom(host, '192.0.2.1', user))
  expectTooManyLogins(await guess(host, newRegistration().email))
  expect((await logInFrom(host, '192.0.2.2', user)).status).toBe(200)
})

test('of 50 guesses at once 10 are answered, and a right one after them is not', async ({ start }) => {
  test.slow()
  const host = await start()
  const user = await createUser(host)
  const guesses = Array.from({ length: 50 }, () => guess(host, user.email))
  const right = logIn(host, user)

  const answers = await Promise.all(guesses)
  const answered = answers.filter(({ status }) => status === 401)
  expect(answered).toHaveLength(10)
  for (const answer of answers) if (!answered.includes(answer)) expectTooManyLogins(answer)
  expectTooManyLogins(await right)
})

test('no password is checked for whoever is stopped', async ({ start }) => {
  test.slow()
  const host = await start(BEHIND_PROXY)
  const user = await createUser(host)
  for (let attempt = 0; attempt < 10; attempt += 1) await guess(host, user.email)

  // So many checks at once would be put off with 503.
  const stopped = Array.from({ length: 300 }, () => logInFrom(host, '192.0.2.1', user))
  expect((await logInFrom(host, '192.0.2.2', user)).status).toBe(200)
  for (const answer of await Promise.all(stopped)) expectTooManyLogins(answer)
})

test('the fourth account of an hour is refused where three are allowed', async ({ start }) => {
  const host = await start({ ...BEHIND_PROXY, REGISTRATIONS_PER_HOUR: '3' })
  const register = (address: string, fields = {}) =>
    callFrom(host, address, '/api/auth/register', { ...newRegistration(), ...fields })
  const user = await createUser(host)

  for (let account = 0; account < 3; account += 1) {
    expect((await register('192.0.2.1', { email: user.email })).status).toBe(409)
    expect((await register('192.0.2.1', { password: '12345' })).status).toBe(400)
    expect((await register('192.0.2.1')).status).toBe(201)
  }
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const refused = await register('192.0.2.1')
    expect(refused.status).toBe(429)
    expect(jsonOf(refused)).toEqual({ message: TOO_MANY_ACCOUNTS })
    expectRetryAfter(refused, 3600)
  }
  expect((await register('192.0.2.2')).status).toBe(201)
  expect((await logInFrom(host, '192.0.2.1', user)).status).toBe(200)
})

test('of registrations at the same moment no more than allowed make an account', async ({ start }) => {
  const host = await start({ REGISTRATIONS_PER_HOUR: '3' })
  const register = (fields: object) =>
    call(host, 'POST', '/api/auth/register', { json: { ...newRegistration(), ...fields } })
  const { email } = newRegistration()
  await register({ email })

  const taken = Array.from({ length: 10 }, () => register({ email }))
  for (const { status } of await Promise.all(taken)) expect([409, 429]).toContain(status)
  const answers = await Promise.all(Array.from({ length: 10 }, () => register({})))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(8).fill(429)])
})

test('a host that allows no accounts makes none', async ({ start }) => {
  const host = await start({ REGISTRATIONS_PER_HOUR: '0' })
  const answer = await call(host, 'POST', '/api/auth/register', { json: newRegistration() })
  expect(answer.status).toBe(429)
})

test('hosts of one PostgreSQL count together, a host of a SQLite file by itself', async ({
  database,
  start,
}) => {
  const hosts = [await start(), await start()] as const
  const user = await createUser(hosts[0])
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expectWrong(await guess(hosts[database === 'PostgreSQL' ? attempt % 2 : 0] as Host, user.email))
  }

  expectTooManyLogins(await logIn(hosts[0], user))
  // A restart is another host too.
  for (const host of [hosts[1], await start()]) {
    const answer = await logIn(host, user)
    if (database === 'PostgreSQL') expectTooManyLogins(answer)
    else expect(answer.status).toBe(200)
  }
})

function guess(host: Host, email: string | undefined): Promise<Answer> {
  return logInFrom(host, '192.0.2.1', { email, password: `adivinada ${randomUUID()}` })
}

function logIn(host: Host, { email, password }: { email: string; password: string }): Promise<Answer> {
  return call(host, 'POST', '/api/auth/login', { json: { email, password } })
}

function logInFrom(
  host: Host,
  address: string,
  { email, password }: { email: string | undefined; password: string },
): Promise<Answer> {
  return callFrom(host, address, '/api/auth/login', { email, password })
}

/** As the one proxy passes it on that the host trusts. */
function callFrom(host: Host, address: string, path: string, json: object): Promise<Answer> {
  return call(host, 'POST', path, { json, headers: { 'X-Forwarded-For': address } })
}

function expectWrong(answer: Answer): void {
  expect(answer.status).toBe(401)
  expect(jsonOf(answer)).toEqual({ message: WRONG })
}

function expectTooManyLogins(answer: Answer): void {
  expect(answer.status).toBe(429)
  expect(jsonOf(answer)).toEqual({ message: TOO_MANY_LOGINS })
  expectRetryAfter(answer, 900)
}

function expectRetryAfter({ headers }: Answer, longest: number): void {
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(longest)
}
