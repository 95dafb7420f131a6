import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import {
  type Api,
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  logIn,
  newRegistration,
  type User,
} from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'
import { runAdmin } from '../../support/servers/admin'

const DAY = 24 * 60 * 60 * 1000

test('users are listed with their notes, sessions and last use', { tag: '@slow' }, async ({
  start,
  databaseUrl,
}) => {
  const host = await start()
  const user = await createUser(host)
  await createNote(host, user, 'Compras')
  await createNote(host, user, 'Recados')
  await logIn(host, user)
  const stranger = { ...newRegistration(), userName: 'Carmen \x1b[2J\u202e' }
  await call(host, 'POST', '/api/auth/register', { json: stranger })
  const old = createHash('sha256')
    .update(await logIn(host, user))
    .digest('hex')
  await withDatabase(host, ({ write }) =>
    write(sql('UPDATE sessions SET last_used_at = ? WHERE token_hash = ?', Date.now() - 31 * DAY, old)),
  )

  const { code, output } = await runAdmin(databaseUrl, ['users'])
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

test('reset-password reads the password from stdin and ends all sessions of the user', async ({
  api,
  user,
}) => {
  const other = await createUser(api)
  const token = await logIn(api, user)

  const run = await runAdmin(
    api.databaseUrl,
    ['reset-password', user.email.toUpperCase()],
    'nueva 🔑 clave\n',
  )
  expect(run).toEqual({
    code: 0,
    output: `${user.email} has the new password, and all its sessions have ended.\n`,
    errors: '',
  })
  expect(await loginStatus(api, user)).toBe(401)
  expect(await loginStatus(api, { ...user, password: 'nueva 🔑 clave' })).toBe(200)
  for (const ended of [user.token, token]) expect(await notesStatus(api, ended)).toBe(401)
  expect(await notesStatus(api, other.token)).toBe(200)
  expect(await loginStatus(api, other)).toBe(200)
})

test("restore-note restores a note from the user's own trash", async ({ api, user }) => {
  const stranger = await createUser(api)
  const note = await createNote(api, user, 'Compras', 'pan')
  await call(api, 'DELETE', `/api/notes/${note._id}`, { token: user.token })

  expect(await runAdmin(api.databaseUrl, ['restore-note', stranger.email, note._id])).toEqual({
    code: 1,
    output: '',
    errors: `There is no note '${note._id}' in the trash of ${stranger.email}.\n`,
  })
  expect(await runAdmin(api.databaseUrl, ['restore-note', user.email, note._id])).toEqual({
    code: 0,
    output: `${user.email} has the note ${note._id} again.\n`,
    errors: '',
  })
  expect(await listNotes(api, user)).toEqual([note])
  expect((await runAdmin(api.databaseUrl, ['restore-note', user.email, note._id])).code).toBe(1)
})

test('a reset also ends logins in progress with the old password', { tag: '@slow' }, async ({
  api,
  user,
}) => {
  test.slow()
  const logins = Promise.all(
    Array.from({ length: 90 }, () => call(api, 'POST', '/api/auth/login', { json: user })),
  )
  const run = await runAdmin(api.databaseUrl, ['reset-password', user.email], 'nueva clave\n')
  expect(run.code).toBe(0)

  for (const response of await logins) {
    const { token = user.token } = jsonOf(response) as { token?: string }
    expect(await notesStatus(api, token)).toBe(401)
  }
})

test('end-sessions ends the sessions of a user and leaves the password', async ({ api, user }) => {
  const other = await createUser(api)
  const token = await logIn(api, user)

  expect((await runAdmin(api.databaseUrl, ['end-sessions', ` ${user.email.toUpperCase()}`])).code).toBe(0)
  for (const ended of [user.token, token]) expect(await notesStatus(api, ended)).toBe(401)
  expect(await notesStatus(api, other.token)).toBe(200)
  expect(await loginStatus(api, user)).toBe(200)
})

test('end-sessions --all ends the sessions of everybody', async ({ start, databaseUrl }) => {
  const host = await start()
  const users = [await createUser(host), await createUser(host)]
  expect(await runAdmin(databaseUrl, ['end-sessions', '--all'])).toEqual({
    code: 0,
    output: 'All sessions have ended.\n',
    errors: '',
  })
  for (const user of users) {
    expect(await notesStatus(host, user.token)).toBe(401)
    expect(await loginStatus(host, user)).toBe(200)
  }
  for (const args of [['end-sessions'], ['end-sessions', '--all', 'a@b.es'], ['users', '--all']]) {
    expect((await runAdmin(databaseUrl, args)).errors).toMatch(/^Usage: /)
  }
})

test('delete-user needs --yes, and deletes a user with all notes', { tag: '@slow' }, async ({
  api,
  user,
}) => {
  const other = await createUser(api)
  const remaining = await createNote(api, other, 'Recados')
  await createNote(api, user, 'Compras')

  const unsure = await runAdmin(api.databaseUrl, ['delete-user', user.email], `${user.email}\n`)
  expect(unsure).toEqual({
    code: 1,
    output: '',
    errors: `This deletes ${user.email} with 1 note: say so with --yes.\n`,
  })
  expect(await listNotes(api, user)).toHaveLength(1)

  const sure = await runAdmin(api.databaseUrl, ['delete-user', user.email.toUpperCase(), '--yes'])
  expect(sure).toEqual({ code: 0, output: `Deleted ${user.email} with 1 note.\n`, errors: '' })
  expect(await notesStatus(api, user.token)).toBe(401)
  expect(await loginStatus(api, user)).toBe(401)
  expect(await listNotes(api, other)).toEqual([remaining])
  for (const table of ['notes', 'sessions']) {
    const left = await withDatabase(api, ({ read }) =>
      read(sql(`SELECT * FROM ${table} WHERE user_id NOT IN (SELECT id FROM users)`)),
    )
    expect(left, table).toEqual([])
  }

  await call(api, 'POST', '/api/auth/register', { json: user })
  expect(await listNotes(api, { token: await logIn(api, user) })).toEqual([])
})

test('a database that no host has used is refused, and gets no tables', { tag: '@slow' }, async ({
  databaseUrl,
}) => {
  if (databaseUrl.startsWith('file:')) writeFileSync(databaseUrl.slice('file:'.length), '')
  for (const args of [['users'], ['end-sessions', 'carmen@correo.es'], ['users']]) {
    const { code, output, errors } = await runAdmin(databaseUrl, args)
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^DATABASE_URL is '.+', which cannot be used: .*migrations.*\.\n$/)
  }
})

async function loginStatus(host: Api, { email, password }: Pick<User, 'email' | 'password'>) {
  return (await call(host, 'POST', '/api/auth/login', { json: { email, password } })).status
}

async function notesStatus(host: Api, token: string) {
  return (await call(host, 'GET', '/api/notes', { token })).status
}

/** The cells of each row below the headings; at least two spaces stand between them. */
function rowsOf(table: string): string[][] {
  const [, ...lines] = table.trimEnd().split('\n')
  return lines.map((line) => line.split(/ {2,}/))
}
