import { createHash } from 'node:crypto'
import { call, createUser, expect, jsonOf, logIn, newRegistration, sql, test, withDatabase } from '../../support/api-client'

const DAY = 24 * 60 * 60 * 1000

const EMPTY = 'Todos los campos son obligatorios.'
const EMAIL = 'Por favor, ingrese un correo electrónico válido.'
const PASSWORD = 'La contraseña debe tener al menos 6 caracteres.'
const LONG_NAME = 'El nombre de usuario es demasiado largo.'
const MALFORMED = 'La petición no es válida.'
const CHARACTERS = 'El texto contiene caracteres que no se pueden guardar.'

test('an account is created with an empty answer, and nothing of it is cached', async ({ host }) => {
  const answer = await call(host, 'POST', '/api/auth/register', { json: newRegistration() })

  expect(answer.status).toBe(201)
  expect(answer.body).toHaveLength(0)
  expect(answer.headers['cache-control']).toBe('no-store')
})

const REGISTRATIONS: [name: string, fields: object, message: string][] = [
  ['an empty user name', { userName: '' }, EMPTY],
  ['a user name of spaces', { userName: '   ' }, EMPTY],
  ['no user name', { userName: undefined }, EMPTY],
  ['a user name that is a number', { userName: 7 }, EMPTY],
  ['a user name of 101 characters', { userName: 'n'.repeat(101) }, LONG_NAME],
  ['a user name of 101 emoji', { userName: '🦜'.repeat(101) }, LONG_NAME],
  ['a user name with a NUL', { userName: 'Car\0men' }, CHARACTERS],
  ['half an emoji as a user name', { userName: '\ud83e' }, CHARACTERS],
  ['an empty email', { email: '' }, EMPTY],
  ['no email', { email: undefined }, EMPTY],
  ['null as an email', { email: null }, EMPTY],
  ['an email without a domain', { email: 'carmen' }, EMAIL],
  ['an email without an ending', { email: 'carmen@correo' }, EMAIL],
  ['an email with an accent', { email: 'cármen@correo.es' }, EMAIL],
  ['an email with a Kelvin sign, in lower case a k', { email: '\u212a@correo.es' }, EMAIL],
  ['an email with a line break inside', { email: 'carmen@correo.es\nBcc: x@y.es' }, EMAIL],
  ['an email of 255 characters', { email: `${'a'.repeat(245)}@correo.es` }, EMAIL],
  ['an empty password', { password: '' }, EMPTY],
  ['no password', { password: undefined }, EMPTY],
  ['a password that is a list', { password: ['una clave'] }, EMPTY],
  ['a password of 5 characters', { password: '12345' }, PASSWORD],
  ['a password of 5 emoji', { password: '🔑🔑🔑🔑🔑' }, PASSWORD],
  ['a wrong email and no password', { email: 'carmen', password: '' }, EMPTY],
  ['a wrong email and a short password', { email: 'carmen', password: '1' }, EMAIL],
]

for (const [name, fields, message] of REGISTRATIONS) {
  test(`${name} makes no account`, async ({ host }) => {
    const registration = { ...newRegistration(), ...fields }
    const answer = await call(host, 'POST', '/api/auth/register', { json: registration })

    expect(answer.status).toBe(400)
    expect(jsonOf(answer)).toEqual({ message })
  })
}

const ACCEPTED: [name: string, fields: object][] = [
  ['a user name of 100 characters', { userName: 'n'.repeat(100) }],
  ['a user name of 100 emoji', { userName: '🦜'.repeat(100) }],
  ['a password of 6 characters', { password: '123456' }],
  ['a password of 6 emoji', { password: '🔑🔑🔑🔑🔑🔑' }],
  ['a password of 6 spaces', { password: '      ' }],
  ['a password of 100,000 characters', { password: 'a'.repeat(100_000) }],
  ['a key that means nothing', { isAdmin: true }],
]

for (const [name, fields] of ACCEPTED) {
  test(`an account can have ${name}`, async ({ host }) => {
    const registration = { ...newRegistration(), ...fields }
    const answer = await call(host, 'POST', '/api/auth/register', { json: registration })

    expect(answer.status).toBe(201)
    expect(await logIn(host, registration)).toMatch(/^[\w-]{43}$/)
  })
}

test('an email has one account, whatever its case', async ({ host }) => {
  const registration = newRegistration()
  const register = (email: string) =>
    call(host, 'POST', '/api/auth/register', { json: { ...registration, email } })
  await register(registration.email)

  for (const email of [registration.email, registration.email.toUpperCase(), ` ${registration.email} `]) {
    const answer = await register(email)
    expect(answer.status).toBe(409)
    expect(jsonOf(answer)).toEqual({ message: 'Ya existe una cuenta con ese correo.' })
  }
  expect(await logIn(host, { ...registration, email: registration.email.toUpperCase() })).toBeTruthy()
})

test('of registrations of one email at the same moment one makes the account', async ({ host }) => {
  const registration = newRegistration()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call(host, 'POST', '/api/auth/register', { json: registration })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
})

test('a login answers exactly a token, another each time', async ({ host, user }) => {
  const { email, password } = user
  const answer = await call(host, 'POST', '/api/auth/login', { json: { email, password } })

  expect(answer.status).toBe(200)
  expect(jsonOf(answer)).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(jsonOf(answer)).not.toEqual({ token: user.token })
})

test('a wrong password and an unknown email are answered alike', async ({ host, user }) => {
  const attempts = [
    { email: user.email, password: 'otra clave' },
    { email: user.email, password: user.password.toUpperCase() },
    { email: user.email, password: ` ${user.password}` },
    { email: user.email, password: '' },
    { email: newRegistration().email, password: user.password },
    { email: '', password: '' },
    { email: "' OR 1=1 --", password: user.password },
  ]
  const answers = await Promise.all(attempts.map((json) => call(host, 'POST', '/api/auth/login', { json })))

  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect(jsonOf(answer)).toEqual({ message: 'Correo o contraseña incorrectos.' })
  }
  const [first, ...others] = answers.map(({ headers: { date, ...headers } }) => headers)
  for (const headers of others) expect(headers).toEqual(first)
})

test('an unknown email takes as long as a wrong password', async ({ host, user }) => {
  const wrong: number[] = []
  const unknown: number[] = []
  for (let attempt = 0; attempt < 9; attempt += 1) {
    wrong.push(await timeOfLogin(host, user.email))
    unknown.push(await timeOfLogin(host, newRegistration().email))
  }

  expect(median(unknown)).toBeGreaterThan(median(wrong) / 3)
  expect(median(unknown)).toBeLessThan(median(wrong) * 3)
})

const MALFORMED_LOGINS: [name: string, json: unknown, message: string][] = [
  ['nothing in it', {}, MALFORMED],
  ['no password', { email: 'carmen@correo.es' }, MALFORMED],
  ['no email', { password: 'una clave' }, MALFORMED],
  ['a number as a password', { email: 'carmen@correo.es', password: 123456 }, MALFORMED],
  ['an object as an email', { email: { $ne: '' }, password: 'una clave' }, MALFORMED],
  ['a NUL', { email: 'carmen@correo.es', password: 'una\0clave' }, CHARACTERS],
  ['a list', [], MALFORMED],
  ['null', null, MALFORMED],
  ['a text', 'carmen@correo.es', MALFORMED],
]

for (const [name, json, message] of MALFORMED_LOGINS) {
  test(`a login with ${name} is malformed`, async ({ host }) => {
    const answer = await call(host, 'POST', '/api/auth/login', { json })

    expect(answer.status).toBe(400)
    expect(jsonOf(answer)).toEqual({ message })
  })
}

test('a logout ends this session and no other', async ({ host, user }) => {
  const other = await logIn(host, user)
  const answer = await call(host, 'POST', '/api/auth/logout', { token: user.token })

  expect(answer.status).toBe(204)
  expect(answer.body).toHaveLength(0)
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect((await call(host, 'GET', '/api/notes', { token: user.token })).status).toBe(401)
  expect((await call(host, 'POST', '/api/auth/logout', { token: user.token })).status).toBe(401)
  expect((await call(host, 'GET', '/api/notes', { token: other })).status).toBe(200)
})

test('a session unused for 30 days is over', async ({ host, user }) => {
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
})

test('a session used a day ago lives on, and this use is noted', async ({ host, user }) => {
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

test('neither a token nor a password is stored', async ({ host }) => {
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

async function timeOfLogin(host: { origin: string }, email: string): Promise<number> {
  const start = performance.now()
  await call(host, 'POST', '/api/auth/login', { json: { email, password: 'otra clave' } })
  return performance.now() - start
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
}
