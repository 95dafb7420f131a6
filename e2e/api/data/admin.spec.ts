import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { openDatabase } from '@/server/store/open'
import { admin, adminAtTerminal, hasTerminal } from '../../support/servers/admin'
import {
  call,
  createNote,
  createUser,
  expect,
  jsonOf,
  listNotes,
  logIn,
  newRegistration,
  type User,
} from '../../support/api-client'
import { test } from '../../support/own-hosts'

const DAY = 24 * 60 * 60 * 1000

const USAGE = /^Usage: npm run admin -- COMMAND\n\n( {2}[a-z-]+ .+\n)+$/

type Host = { origin: string }

test('users are listed with what they have', async ({ start, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  await createNote(host, user, 'Compras')
  await createNote(host, user, 'Recados')
  await logIn(host, user)
  const stranger = { ...newRegistration(), userName: 'Carmen \x1b[2J\u202e' }
  await call(host, 'POST', '/api/auth/register', { json: stranger })
  await age(databaseUrl, await logIn(host, user), 31 * DAY)

  const { code, output } = await admin(databaseUrl, ['users'])
  const today = new Date().toISOString().slice(0, 10)
  expect(code).toBe(0)
  expect(rowsOf(output)).toEqual(
    [
      [user.email, 'Carmen', today, '2', '2', today],
      [stranger.email, 'Carmen ?[2J?', today, '0', '0', '-'],
    ].sort(),
  )
  expect(output).toMatch(/^Email +User name +Created +Notes +Sessions +Last use\n/)
  expect(output).not.toContain('argon2')
})

test('a password is reset from the input, and all sessions of that user end', async ({
  start,
  databaseUrl,
}) => {
  const host = await start()
  const user = await createUser(host)
  const other = await createUser(host)
  const token = await logIn(host, user)

  const run = await admin(databaseUrl, ['reset-password', user.email.toUpperCase()], 'nueva 🔑 clave\n')
  expect(run).toEqual({
    code: 0,
    output: `${user.email} has the new password, and all its sessions have ended.\n`,
    errors: '',
  })
  expect(await loginStatus(host, user)).toBe(401)
  expect(await loginStatus(host, { ...user, password: 'nueva 🔑 clave' })).toBe(200)
  for (const ended of [user.token, token]) expect(await notesStatus(host, ended)).toBe(401)
  expect(await notesStatus(host, other.token)).toBe(200)
  expect(await loginStatus(host, other)).toBe(200)
})

test('a login under way with the old password ends with the reset too', async ({ start, databaseUrl }) => {
  test.slow()
  const host = await start()
  const user = await createUser(host)
  const logins = Promise.all(
    Array.from({ length: 90 }, () => call(host, 'POST', '/api/auth/login', { json: user })),
  )
  const run = await admin(databaseUrl, ['reset-password', user.email], 'nueva clave\n')
  expect(run.code).toBe(0)

  for (const answer of await logins) {
    const { token = user.token } = jsonOf(answer) as { token?: string }
    expect(await notesStatus(host, token)).toBe(401)
  }
})

test('a password that no login would take changes nothing', async ({ start, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)

  for (const [input, errors] of [
    ['12345\n', 'A password has at least 6 characters: it was not changed.\n'],
    ['', 'A password has at least 6 characters: it was not changed.\n'],
    ['una\0clave\n', 'That password has characters that cannot be used: it was not changed.\n'],
  ] as const) {
    const run = await admin(databaseUrl, ['reset-password', user.email], input)
    expect(run).toEqual({ code: 1, output: '', errors })
  }
  expect(await notesStatus(host, user.token)).toBe(200)
  expect(await loginStatus(host, user)).toBe(200)
})

test('the sessions of a user are ended, and the password is not', async ({ start, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  const other = await createUser(host)
  const token = await logIn(host, user)

  expect((await admin(databaseUrl, ['end-sessions', ` ${user.email.toUpperCase()}`])).code).toBe(0)
  for (const ended of [user.token, token]) expect(await notesStatus(host, ended)).toBe(401)
  expect(await notesStatus(host, other.token)).toBe(200)
  expect(await loginStatus(host, user)).toBe(200)
})

test('a user is deleted with all notes, and only once that is sure', async ({ start, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  const other = await createUser(host)
  const kept = await createNote(host, other, 'Recados')
  await createNote(host, user, 'Compras')

  const unsure = await admin(databaseUrl, ['delete-user', user.email], `${user.email}\n`)
  expect(unsure).toEqual({
    code: 1,
    output: '',
    errors: `This deletes ${user.email} with 1 note: say so with --yes.\n`,
  })
  expect(await listNotes(host, user)).toHaveLength(1)

  const sure = await admin(databaseUrl, ['delete-user', user.email.toUpperCase(), '--yes'])
  expect(sure).toEqual({ code: 0, output: `Deleted ${user.email} with 1 note.\n`, errors: '' })
  expect(await notesStatus(host, user.token)).toBe(401)
  expect(await loginStatus(host, user)).toBe(401)
  expect(await listNotes(host, other)).toEqual([kept])
  expect(await count(databaseUrl, 'notes')).toBe(1)
  expect(await count(databaseUrl, 'sessions')).toBe(1)

  await call(host, 'POST', '/api/auth/register', { json: user })
  expect(await listNotes(host, { token: await logIn(host, user) })).toEqual([])
})

test('an unknown email is one sentence', async ({ start, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  const email = 'nadie@correo.es'

  for (const args of [
    ['reset-password', email],
    ['reset-link', email],
    ['end-sessions', email],
    ['delete-user', email, '--yes'],
  ]) {
    expect(await admin(databaseUrl, args, 'nueva clave\n')).toEqual({
      code: 1,
      output: '',
      errors: "There is no user with the email 'nadie@correo.es'.\n",
    })
  }
  expect(await notesStatus(host, user.token)).toBe(200)
})

test('a database that no host has used is refused, and gets no tables', async ({ databaseUrl }) => {
  if (databaseUrl.startsWith('file:')) writeFileSync(databaseUrl.slice('file:'.length), '')
  for (const args of [['users'], ['end-sessions', 'carmen@correo.es'], ['users']]) {
    const { code, output, errors } = await admin(databaseUrl, args)
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^DATABASE_URL is '.+', which cannot be used: .*migrations.*\.\n$/)
  }
})

test('a wrong DATABASE_URL is told as the host tells it', async () => {
  for (const url of ['', 'notas.db', 'mysql://carmen:clave@localhost/notas']) {
    expect(await admin(url, ['users'])).toEqual({
      code: 1,
      output: '',
      errors:
        'DATABASE_URL must be a file such as file:./data/notas.db, or an address such as postgres://user:password@host/name.\n',
    })
  }
})

test('a database that is away is one sentence, without its password', async () => {
  const { code, errors } = await admin('postgres://carmen:clave@127.0.0.1:1/notas', ['users'])
  expect(code).toBe(1)
  expect(errors).toMatch(
    /^DATABASE_URL is 'postgres:\/\/carmen@127\.0\.0\.1:1\/notas', which .+ECONNREFUSED.+\.\n$/,
  )
})

const CALLS = [
  [],
  ['user'],
  ['toString'],
  ['users', 'carmen@correo.es'],
  ['users', '--yes'],
  ['users', '--all'],
  ['end-sessions'],
  ['reset-link'],
  ['reset-password', 'carmen@correo.es', 'nueva clave'],
  ['reset-password', 'carmen@correo.es', '--password=nueva clave'],
  ['delete-user', '--yes'],
  ['backup'],
  ['--help'],
]

test('a call that does not exist is answered with the usage', async ({ databaseUrl }) => {
  for (const args of CALLS) {
    const { code, output, errors } = await admin(databaseUrl, args)
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(USAGE)
    expect(errors).not.toContain('nueva clave')
  }
})

test.describe('at a terminal', () => {
  test.skip(!hasTerminal(), "There is no util-linux 'script' here.")

  test('the new password is asked for, and what is typed is not shown', async ({ start, databaseUrl }) => {
    const host = await start()
    const user = await createUser(host)
    const args = ['reset-password', user.email]
    const { code, output } = await adminAtTerminal(databaseUrl, args, 'New password', 'nuevo\x7fa clave\r')

    expect(code).toBe(0)
    expect(output).toContain(`New password of ${user.email}: `)
    expect(output).not.toContain('clave')
    expect(await loginStatus(host, { ...user, password: 'nueva clave' })).toBe(200)
  })

  test('Ctrl-C at the question leaves the password', async ({ start, databaseUrl }) => {
    const host = await start()
    const user = await createUser(host)
    const args = ['reset-password', user.email]
    const { code, output } = await adminAtTerminal(databaseUrl, args, 'New password', 'nueva clave\x03')

    expect(code).toBe(1)
    expect(output).toMatch(/: it was not changed\.\r\n$/)
    expect(await loginStatus(host, user)).toBe(200)
  })

  for (const [name, typed, code, login] of [
    ['another email', 'otra@correo.es\r', 1, 200],
    ['nothing', '\r', 1, 200],
    ['Ctrl-C', '\x03', 1, 200],
    ['the email', '', 0, 401],
  ] as const) {
    test(`a deletion is confirmed by typing the email: ${name}`, async ({ start, databaseUrl }) => {
      const host = await start()
      const user = await createUser(host)
      const args = ['delete-user', user.email]
      const run = await adminAtTerminal(databaseUrl, args, 'again', typed || `${user.email}\r`)

      expect(run.code).toBe(code)
      expect(run.output).toContain(`This deletes ${user.email} with 0 notes.`)
      expect(await loginStatus(host, user)).toBe(login)
    })
  }
})

async function loginStatus(host: Host, { email, password }: Pick<User, 'email' | 'password'>) {
  return (await call(host, 'POST', '/api/auth/login', { json: { email, password } })).status
}

async function notesStatus(host: Host, token: string) {
  return (await call(host, 'GET', '/api/notes', { token })).status
}

/** The cells of each row below the headings; at least two spaces stand between them. */
function rowsOf(table: string): string[][] {
  const [, ...lines] = table.trimEnd().split('\n')
  return lines.map((line) => line.split(/ {2,}/))
}

async function count(databaseUrl: string, table: 'notes' | 'sessions'): Promise<number> {
  const database = await openDatabase(databaseUrl)
  const [row] = await database.read({ sql: `SELECT count(*) AS number FROM ${table}`, params: [] })
  await database.close()
  return Number(row?.number)
}

/** Makes the session's last use so old. */
async function age(databaseUrl: string, token: string, time: number): Promise<void> {
  const database = await openDatabase(databaseUrl)
  await database.write({
    sql: 'UPDATE sessions SET last_used_at = ? WHERE token_hash = ?',
    params: [Date.now() - time, createHash('sha256').update(token).digest('hex')],
  })
  await database.close()
}
