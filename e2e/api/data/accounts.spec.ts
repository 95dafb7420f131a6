import { randomUUID } from 'node:crypto'
import { hashToken } from '@/server/store/tokens'
import { createUser as createAccount, findUserByEmail } from '@/server/store/users'
import {
  atOnce,
  createUser,
  logIn,
  newRegistration,
  notesStatus,
  register,
  sendLogin,
  statusesOf,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { execute, select, sql, withDatabase } from '../../support/database'
import { registerByOldHost } from '../../support/old-host'
import { HAS_CITUS_KEYS } from '../../support/servers/citus'

const DAY = 24 * 60 * 60 * 1000

const ACCEPTED: [name: string, fields: object][] = [
  ['a user name of 100 characters', { userName: 'n'.repeat(100) }],
  ['a user name of 100 emoji', { userName: '🦜'.repeat(100) }],
  ['a password of 6 characters', { password: '123456' }],
  ['a password of 6 emoji', { password: '🔑🔑🔑🔑🔑🔑' }],
  ['a password of 6 spaces', { password: '      ' }],
  ['a password of 15,000 characters', { password: 'a'.repeat(15_000) }],
  ['an unknown key', { isAdmin: true }],
]

test('a registration gets an empty response, and its user can log in', async ({ host }) => {
  for (const [name, fields] of ACCEPTED) {
    const registration = { ...newRegistration(), ...fields }
    const response = await register(host, registration)
    expect([response.status, response.body.length], name).toEqual([201, 0])
    expect(await logIn(host, registration), name).toMatch(/^[\w-]{75}$/)
  }
})

test('an email has one account, whatever its case, and what stands unseen around it', async ({ host }) => {
  const registration = newRegistration()
  const { email } = registration
  // One of several concurrent registrations creates the account.
  const responses = await atOnce(5, () => register(host, registration))
  expect(statusesOf(responses)).toEqual([201, 409, 409, 409, 409])
  for (const spelling of [email, email.toUpperCase(), ` ${email} `, `\u200E${email}\u2060`]) {
    const response = await register(host, { ...registration, email: spelling })
    expectMessage(response, 409, 'Ya existe una cuenta con ese correo.')
  }
  expect(await logIn(host, { ...registration, email: email.toUpperCase() })).toBeTruthy()
})

test('a wrong password and an unknown email get the same response', async ({ api, user }) => {
  const { email, password } = user
  const attempts = [
    { email, password: 'otra clave' },
    { email, password: password.toUpperCase() },
    { email, password: ` ${password}` },
    { email, password: '' },
    { email: newRegistration().email, password },
    { email: '', password: '' },
    { email: "' OR 1=1 --", password },
  ]
  const responses = await Promise.all(attempts.map((attempt) => sendLogin(api, attempt)))
  for (const response of responses) expectMessage(response, 401, 'Correo o contraseña incorrectos.')
  const [first, ...others] = responses.map(({ headers: { date, ...headers } }) => headers)
  for (const headers of others) expect(headers).toEqual(first)
})

test('a logout ends this session and no other', async ({ host, user }) => {
  const other = await logIn(host, user)
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const response = await user.call('POST', '/api/auth/logout', { headers })
  expect([response.status, response.body.length]).toEqual([204, 0])
  expect(response.headers['clear-site-data']).toBe('"cache"')
  expect(await notesStatus(host, user.token)).toBe(401)
  expect((await user.call('POST', '/api/auth/logout')).status).toBe(401)
  expect(await notesStatus(host, other)).toBe(200)
})

const AGES: [column: string, age: number, status: 200 | 401][] = [
  ['created_at', 180 * DAY - 60_000, 200],
  ['created_at', 180 * DAY + 1000, 401],
  ['last_used_at', 30 * DAY - 60_000, 200],
  ['last_used_at', 30 * DAY + 1000, 401],
]

test('a session ends after 180 days, or 30 without use, and a login removes it', async ({ host, user }) => {
  let token = ''
  for (const [column, age, status] of AGES) {
    token = await logIn(host, user)
    await setSession(host, token, column, Date.now() - age)
    expect(await notesStatus(host, token), `${column} ${age}`).toBe(status)
  }
  await logIn(host, user)
  expect(await sessionOf(host, token)).toBeUndefined()
})

test('a session last used a day ago is valid, and its next use is stored', async ({ host, user }) => {
  const before = Date.now()
  await setSession(host, user.token, 'last_used_at', before - DAY)
  expect(await notesStatus(host, user.token)).toBe(200)
  await expect
    .poll(async () => Number((await sessionOf(host, user.token))?.last_used_at))
    .toBeGreaterThanOrEqual(before)

  // A session of the release before has its 180 days from its next use.
  await execute(host, 'UPDATE sessions SET created_at = NULL WHERE token_hash = ?', hashToken(user.token))
  await setSession(host, user.token, 'last_used_at', before - DAY)
  expect(await notesStatus(host, user.token)).toBe(200)
  await expect
    .poll(async () => Number((await sessionOf(host, user.token))?.created_at))
    .toBeGreaterThanOrEqual(before)
})

test('hosts of 1.0.0 and of this release give an email one account, and either frees it', async ({
  databaseUrl,
}) => {
  test.skip(HAS_CITUS_KEYS, 'No host of 1.0.0 runs on a database that is spread.')
  await withDatabase({ databaseUrl }, async (database) => {
    const createdByOld = async (email: string) =>
      (await database.write(registerByOldHost(randomUUID(), email)))[0]?.length === 1
    const created = (email: string) =>
      createAccount(database, { id: randomUUID(), userName: 'Ana', email, passwordHash: '', now: 1 })

    expect([await createdByOld('a@x.es'), await created('a@x.es')]).toEqual([true, false])
    expect([await created('b@x.es'), await createdByOld('b@x.es')]).toEqual([true, false])
    const first = await findUserByEmail(database, 'a@x.es')
    expect(first?.email).toBe('a@x.es')
    await database.write(sql('DELETE FROM users WHERE id = ?', String(first?.id)))
    expect(await findUserByEmail(database, 'a@x.es')).toBeUndefined()
    expect(await created('a@x.es')).toBe(true)

    for (const email of ['c@x.es', 'd@x.es', 'e@x.es'])
      expect((await Promise.all([createdByOld(email), created(email)])).filter(Boolean)).toEqual([true])
  })
})

test('neither tokens nor passwords are stored in plain text', async ({ host }) => {
  const user = await createUser(host)
  const tables = [
    'users',
    'sessions',
    'notes',
    'limits',
    'reset_links',
    'identities',
    'sign_in_codes',
    'emails',
  ]
  const rows = await withDatabase(host, (database) =>
    Promise.all(tables.map((table) => database.read(sql(`SELECT * FROM ${table}`)))),
  )
  const stored = JSON.stringify(rows)
  expect(stored).toContain(user.email)
  expect(stored).toContain(hashToken(user.token))
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(stored).not.toContain(user.token)
  expect(stored).not.toContain(user.password)
})

function setSession(host: { databaseUrl: string }, token: string, column: string, time: number) {
  return execute(host, `UPDATE sessions SET ${column} = ? WHERE token_hash = ?`, time, hashToken(token))
}

async function sessionOf(host: { databaseUrl: string }, token: string) {
  const [session] = await select(host, 'SELECT * FROM sessions WHERE token_hash = ?', hashToken(token))
  return session
}
