import { createHash } from 'node:crypto'
import { call, createUser, jsonOf, logIn, newRegistration } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'

const DAY = 24 * 60 * 60 * 1000

test('a registration gets an empty response that is not cached', async ({ host }) => {
  const response = await call(host, 'POST', '/api/auth/register', { json: newRegistration() })

  expect(response.status).toBe(201)
  expect(response.body).toHaveLength(0)
  expect(response.headers['cache-control']).toBe('no-store')
})

const ACCEPTED: [name: string, fields: object][] = [
  ['a user name of 100 characters', { userName: 'n'.repeat(100) }],
  ['a user name of 100 emoji', { userName: '🦜'.repeat(100) }],
  ['a password of 6 characters', { password: '123456' }],
  ['a password of 6 emoji', { password: '🔑🔑🔑🔑🔑🔑' }],
  ['a password of 6 spaces', { password: '      ' }],
  ['a password of 100,000 characters', { password: 'a'.repeat(100_000) }],
  ['an unknown key', { isAdmin: true }],
]

for (const [name, fields] of ACCEPTED) {
  test(`an account can have ${name}`, async ({ host }) => {
    const registration = { ...newRegistration(), ...fields }
    const response = await call(host, 'POST', '/api/auth/register', { json: registration })

    expect(response.status).toBe(201)
    expect(await logIn(host, registration)).toMatch(/^[\w-]{43}$/)
  })
}

test('an email has one account, whatever its case', async ({ host }) => {
  const registration = newRegistration()
  const register = (email: string) =>
    call(host, 'POST', '/api/auth/register', { json: { ...registration, email } })
  await register(registration.email)

  for (const email of [registration.email, registration.email.toUpperCase(), ` ${registration.email} `]) {
    const response = await register(email)
    expect(response.status).toBe(409)
    expect(jsonOf(response)).toEqual({ message: 'Ya existe una cuenta con ese correo.' })
  }
  expect(await logIn(host, { ...registration, email: registration.email.toUpperCase() })).toBeTruthy()
})

test('one of several concurrent registrations of an email creates the account', async ({ host }) => {
  const registration = newRegistration()
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => call(host, 'POST', '/api/auth/register', { json: registration })),
  )

  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
})

test('each login returns a new token and nothing else', async ({ host, user }) => {
  const { email, password } = user
  const response = await call(host, 'POST', '/api/auth/login', { json: { email, password } })

  expect(response.status).toBe(200)
  expect(jsonOf(response)).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
  expect(response.headers['cache-control']).toBe('no-store')
  expect(jsonOf(response)).not.toEqual({ token: user.token })
})

test('a wrong password and an unknown email get the same response', async ({ api, user }) => {
  const attempts = [
    { email: user.email, password: 'otra clave' },
    { email: user.email, password: user.password.toUpperCase() },
    { email: user.email, password: ` ${user.password}` },
    { email: user.email, password: '' },
    { email: newRegistration().email, password: user.password },
    { email: '', password: '' },
    { email: "' OR 1=1 --", password: user.password },
  ]
  const responses = await Promise.all(attempts.map((json) => call(api, 'POST', '/api/auth/login', { json })))

  for (const response of responses) {
    expect(response.status).toBe(401)
    expect(jsonOf(response)).toEqual({ message: 'Correo o contraseña incorrectos.' })
  }
  const [first, ...others] = responses.map(({ headers: { date, ...headers } }) => headers)
  for (const headers of others) expect(headers).toEqual(first)
})

test('a logout ends this session and no other', async ({ host, user }) => {
  const other = await logIn(host, user)
  const response = await call(host, 'POST', '/api/auth/logout', { token: user.token })

  expect(response.status).toBe(204)
  expect(response.body).toHaveLength(0)
  expect(response.headers['clear-site-data']).toBe('"cache"')
  expect((await call(host, 'GET', '/api/notes', { token: user.token })).status).toBe(401)
  expect((await call(host, 'POST', '/api/auth/logout', { token: user.token })).status).toBe(401)
  expect((await call(host, 'GET', '/api/notes', { token: other })).status).toBe(200)
})

test('a session unused for 30 days has expired, and the next login removes it', async ({ host, user }) => {
  const other = await logIn(host, user)
  const listed = async (token: string) => (await call(host, 'GET', '/api/notes', { token })).status

  const age = 'UPDATE sessions SET last_used_at = ? WHERE token_hash = ?'
  await withDatabase(host, (database) =>
    database.write(
      sql(age, Date.now() - 30 * DAY - 1000, hashOf(user.token)),
      sql(age, Date.now() - 30 * DAY + 60_000, hashOf(other)),
    ),
  )

  expect(await listed(user.token)).toBe(401)
  expect(await listed(other)).toBe(200)

  await logIn(host, user)
  const rows = await withDatabase(host, ({ read }) =>
    read(sql('SELECT * FROM sessions WHERE token_hash = ?', hashOf(user.token))),
  )
  expect(rows).toEqual([])
})

test('a session ends 180 days after the login, however often it is used', async ({ api, user }) => {
  const age = 'UPDATE sessions SET created_at = ? WHERE token_hash = ?'
  const isValid = async () => (await call(api, 'GET', '/api/notes', { token: user.token })).status === 200

  await withDatabase(api, ({ write }) => write(sql(age, Date.now() - 180 * DAY + 60_000, hashOf(user.token))))
  expect(await isValid()).toBe(true)
  await withDatabase(api, ({ write }) => write(sql(age, Date.now() - 180 * DAY - 1000, hashOf(user.token))))
  expect(await isValid()).toBe(false)
})

test('a session that the release before stored is valid, and has its 180 days from its next use', async ({
  api,
  user,
}) => {
  const before = Date.now()
  await withDatabase(api, ({ write }) =>
    write(
      sql(
        'UPDATE sessions SET created_at = NULL, last_used_at = ? WHERE token_hash = ?',
        before - DAY,
        hashOf(user.token),
      ),
    ),
  )
  expect((await call(api, 'GET', '/api/notes', { token: user.token })).status).toBe(200)
  const createdAt = () =>
    withDatabase(api, async ({ read }) => {
      const [row] = await read(
        sql('SELECT created_at FROM sessions WHERE token_hash = ?', hashOf(user.token)),
      )
      return Number(row?.created_at)
    })
  await expect.poll(createdAt).toBeGreaterThanOrEqual(before)
})

test('a session last used a day ago is valid, and its last use is updated', async ({ host, user }) => {
  const hash = hashOf(user.token)
  const before = Date.now()
  await withDatabase(host, (database) =>
    database.write(sql('UPDATE sessions SET last_used_at = ? WHERE token_hash = ?', before - DAY, hash)),
  )

  expect((await call(host, 'GET', '/api/notes', { token: user.token })).status).toBe(200)
  await withDatabase(host, async (database) => {
    const lastUse = async () => {
      const [row] = await database.read(sql('SELECT last_used_at FROM sessions WHERE token_hash = ?', hash))
      return Number(row?.last_used_at)
    }
    await expect.poll(lastUse).toBeGreaterThanOrEqual(before)
  })
})

test('neither tokens nor passwords are stored in plain text', async ({ host }) => {
  const user = await createUser(host)
  const tables = ['users', 'sessions', 'notes', 'limits', 'reset_links', 'identities', 'sign_in_codes']
  const rows = await withDatabase(host, (database) =>
    Promise.all(tables.map((table) => database.read(sql(`SELECT * FROM ${table}`)))),
  )
  const stored = JSON.stringify(rows)

  expect(stored).toContain(user.email)
  expect(stored).toContain(hashOf(user.token))
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(stored).not.toContain(user.token)
  expect(stored).not.toContain(user.password)
})

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
