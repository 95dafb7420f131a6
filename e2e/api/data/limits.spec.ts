import { randomInt, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { isLoginAddress } from '@/server/store/login-addresses'
import { createSession } from '@/server/store/sessions'
import { hashToken } from '@/server/store/tokens'
import {
  type Api,
  type ApiResponse,
  atOnce,
  createUser,
  loginStatus,
  newRegistration,
  notesStatus,
  register,
  sendLogin,
  tokenOf,
} from '../../support/api-client'
import { expect, expectMessage, fromNewAddress, test } from '../../support/api-fixtures'
import { execute, rowsOf, userIdOf, withDatabase } from '../../support/database'

const WRONG = 'Correo o contraseña incorrectos.'
const TOO_MANY_LOGINS = 'Demasiados intentos fallidos. Inténtalo de nuevo dentro de unos minutos.'
const TOO_MANY_ACCOUNTS =
  'Se han creado demasiadas cuentas desde esta conexión. Inténtalo de nuevo más tarde.'

test('10 failed logins for an email block it for their address', async ({ api, user }) => {
  const other = await createUser(api)
  const spellings = [user.email, user.email.toUpperCase(), ` ${user.email}`, `${user.email}\t`]
  for (let attempt = 0; attempt < 10; attempt += 1) expectWrong(await guess(api, spellings[attempt % 4]))
  for (const email of spellings) expectTooManyLogins(await sendLogin(api, { ...user, email }))
  expectTooManyLogins(await guess(api, user.email))

  expect(await loginStatus(fromNewAddress(api), user)).toBe(200)
  expect(await loginStatus(api, other)).toBe(200)
  expect(await notesStatus(api, user.token)).toBe(200)
})

test('60 logins of an account in 15 minutes are let in', { tag: '@slow' }, async ({ api, user }) => {
  test.slow()
  // The new user has logged in once.
  for (const [count, here] of [
    [19, () => api],
    [20, () => fromNewAddress(api)],
    [20, () => fromNewAddress(api)],
  ] as const) {
    expect(await atOnce(count, () => loginStatus(here(), user))).toEqual(Array(count).fill(200))
  }
  const refused = await sendLogin(fromNewAddress(api), user)
  const message = 'Has iniciado sesión demasiadas veces. Inténtalo de nuevo dentro de unos minutos.'
  expectMessage(refused, 429, message)
  expectRetryAfter(refused, 900)
  expect(await loginStatus(api, await createUser(api))).toBe(200)

  // So many password checks at once would get 503.
  expect(await atOnce(150, () => loginStatus(fromNewAddress(api), user))).toEqual(Array(150).fill(429))
})

test('while somebody logs in 130 times at once, again and again, others log in', { tag: '@slow' }, async ({
  start,
}) => {
  const host = await start({ TRUST_PROXY: '1' })
  const [greedy, other] = [await createUser(host), await createUser(host)]
  const there = fromNewAddress(host)
  let isOver = false
  const flood = atOnce(130, async () => {
    while (!isOver) await sendLogin(there, greedy)
  })

  const statuses: number[] = []
  for (let login = 0; login < 20; login += 1) statuses.push(await loginStatus(fromNewAddress(host), other))
  isOver = true
  await flood
  expect(statuses).toEqual(Array(20).fill(200))
})

test('after 100 failed logins only known addresses get in', { tag: '@slow' }, async ({ api, user }) => {
  test.slow()
  const known = fromNewAddress(api)
  expect(await loginStatus(known, user)).toBe(200)
  // argon2id with 8 KiB and one pass, so that a guess costs little.
  const cheap = await hash(user.password, { memoryCost: 8, timeCost: 1 })
  await execute(api, 'UPDATE users SET password_hash = ? WHERE email = ?', cheap, user.email)
  const stranger = newRegistration().email
  for (let round = 0; round < 10; round += 1) {
    const guesses = atOnce(20, (number) => guess(fromNewAddress(api), number % 2 ? user.email : stranger))
    for (const response of await guesses) expectWrong(response)
  }

  expectTooManyLogins(await sendLogin(fromNewAddress(api), user), 3600)
  expectTooManyLogins(await guess(fromNewAddress(api), stranger), 3600)
  expect(await loginStatus(known, user)).toBe(200)
  expectWrong(await guess(known, user.email))

  const longAgo = Date.now() - 91 * 24 * 60 * 60 * 1000
  await execute(api, 'UPDATE login_addresses SET last_login_at = ?', longAgo)
  expectTooManyLogins(await sendLogin(known, user), 3600)
})

test('an account has 50 sessions: the next login ends the oldest, but not once the password is new', async ({
  api,
  user,
}) => {
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000
  const added = Array.from({ length: 49 }, (_, at) => ({ token: randomUUID(), createdAt: minutesAgo(at) }))
  const session = `INSERT INTO sessions (token_hash, user_id, last_used_at, created_at)
    SELECT ?, id, ?, ? FROM users WHERE email = ?`
  for (const { token, createdAt } of added)
    await execute(api, session, hashToken(token), minutesAgo(0), createdAt, user.email)
  const tokens = [user.token, ...added.map(({ token }) => token)]

  const network = `203.0.113.${randomInt(256)}`
  const [userId, now] = [await userIdOf(api, user), Date.now()]
  const overtaken = {
    tokenHash: randomUUID(),
    userId,
    passwordHash: 'an older hash',
    network,
    client: '',
    now,
  }
  await withDatabase(api, async (database) => {
    expect(await createSession(database, overtaken)).toBe(false)
    expect(await isLoginAddress(database, userId, network, now)).toBe(false)
  })
  expect(await rowsOf(api, 'sessions', user)).toHaveLength(50)
  expect(await listStatuses(api, tokens)).toEqual(Array(50).fill(200))

  tokens.push(tokenOf(await sendLogin(api, user)))
  expect(await listStatuses(api, tokens)).toEqual([...Array(49).fill(200), 401, 200])
})

test('10 of 50 concurrent guesses are checked, and the right password is not', async ({ api, user }) => {
  test.slow()
  const guesses = atOnce(50, () => guess(api, user.email))
  const right = sendLogin(api, user)

  const refused = (await guesses).filter(({ status }) => status !== 401)
  expect(refused).toHaveLength(40)
  for (const response of refused) expectTooManyLogins(response)
  expectTooManyLogins(await right)
})

test('where three accounts an hour are allowed the fourth is refused', async ({ start }) => {
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
    expectMessage(refused, 429, TOO_MANY_ACCOUNTS)
    expectRetryAfter(refused, 3600)
  }
  expect((await register(fromNewAddress(host))).status).toBe(201)
  expect(await loginStatus(here, user)).toBe(200)
})

test('100 registrations of taken emails block their address', { tag: '@slow' }, async ({ api, user }) => {
  const here = fromNewAddress(api)
  for (let attempt = 0; attempt < 100; attempt += 1) {
    expect((await register(here, { email: user.email })).status).toBe(409)
  }
  const message = 'Se han probado demasiados correos desde esta conexión. Inténtalo de nuevo más tarde.'
  for (const fields of [{ email: user.email }, {}]) expectMessage(await register(here, fields), 429, message)
  expect((await register(fromNewAddress(api))).status).toBe(201)
})

test('hosts count logins together on PostgreSQL alone', { tag: '@slow' }, async ({ database, start }) => {
  const hosts = [await start(), await start()] as const
  const user = await createUser(hosts[0])
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expectWrong(await guess(hosts[database === 'PostgreSQL' ? attempt % 2 : 0] as Api, user.email))
  }

  expectTooManyLogins(await sendLogin(hosts[0], user))
  // A restarted host is another host too.
  for (const host of [hosts[1], await start()]) {
    const response = await sendLogin(host, user)
    if (database === 'PostgreSQL') expectTooManyLogins(response)
    else expect(response.status).toBe(200)
  }
})

function listStatuses(host: Api, tokens: string[]): Promise<number[]> {
  return Promise.all(tokens.map((token) => notesStatus(host, token)))
}

function guess(host: Api, email = '') {
  return sendLogin(host, { email, password: `adivinada ${randomUUID()}` })
}

function expectWrong(response: ApiResponse): void {
  expectMessage(response, 401, WRONG)
}

function expectTooManyLogins(response: ApiResponse, longest = 900): void {
  expectMessage(response, 429, TOO_MANY_LOGINS)
  expectRetryAfter(response, longest)
}

function expectRetryAfter({ headers }: ApiResponse, longest: number): void {
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(longest)
}
