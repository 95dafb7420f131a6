import { writeFileSync } from 'node:fs'
import { hashToken } from '@/server/store/tokens'
import {
  createNote,
  createUser,
  listNotes,
  logIn,
  loginStatus,
  newRegistration,
  notesStatus,
  register,
} from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { execute, fileOf, userIdOf } from '../../support/database'
import { failed, runAdmin, succeeded } from '../../support/servers/admin'
import { emptyDatabase } from '../../support/servers/citus'

const DAY = 24 * 60 * 60 * 1000

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

test('users are listed, and all sessions end together', { tag: '@slow' }, async ({ start }) => {
  const host = await start()
  const { databaseUrl } = host
  const user = await createUser(host)
  await createNote(host, user, 'Compras')
  await createNote(host, user, 'Recados')
  await logIn(host, user)
  const stranger = { ...newRegistration(), userName: 'Carmen \x1b[2J\u202e' }
  await register(host, stranger)
  const old = hashToken(await logIn(host, user))
  const usedAt = Date.now() - 3 * DAY
  await execute(host, 'UPDATE users SET created_at = ?', Date.UTC(2026, 0, 5))
  await execute(host, 'UPDATE sessions SET last_used_at = ?', usedAt)
  await execute(host, 'UPDATE sessions SET last_used_at = ? WHERE token_hash = ?', usedAt - 28 * DAY, old)

  const { code, output } = await runAdmin(databaseUrl, ['users'])
  expect(code).toBe(0)
  // At least two spaces stand between cells.
  const [headings, ...rows] = output.trimEnd().split('\n')
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual(
    [
      [user.email, 'Carmen', '2026-01-05', '2', '2', dateOf(usedAt), await userIdOf(host, user)],
      [stranger.email, 'Carmen ?[2J?', '2026-01-05', '0', '0', '-', await userIdOf(host, stranger)],
    ].sort(),
  )
  expect(headings).toMatch(/^Email +User name +Created +Notes +Sessions +Last use +Id$/)
  expect(output).not.toContain('argon2')

  const tokens = [user.token, await logIn(host, stranger)]
  expect(await runAdmin(databaseUrl, ['end-sessions', '--all'])).toEqual(
    succeeded('All sessions have ended.\n'),
  )
  for (const token of tokens) expect(await notesStatus(host, token)).toBe(401)
  for (const login of [user, stranger]) expect(await loginStatus(host, login)).toBe(200)
})

test('end-sessions and reset-password end the sessions of one user', async ({ api, user }) => {
  const other = await createUser(api)
  const token = await logIn(api, user)
  expect((await runAdmin(api.databaseUrl, ['end-sessions', ` ${user.email.toUpperCase()}`])).code).toBe(0)
  for (const ended of [user.token, token]) expect(await notesStatus(api, ended)).toBe(401)

  const again = await logIn(api, user)
  const args = ['reset-password', user.email.toUpperCase()]
  expect(await runAdmin(api.databaseUrl, args, 'nueva 🔑 clave\n')).toEqual(
    succeeded(`${user.email} has the new password, and all its sessions have ended.\n`),
  )
  expect(await loginStatus(api, user)).toBe(401)
  expect(await loginStatus(api, { ...user, password: 'nueva 🔑 clave' })).toBe(200)
  expect(await notesStatus(api, again)).toBe(401)
  expect(await notesStatus(api, other.token)).toBe(200)
  expect(await loginStatus(api, other)).toBe(200)
})

test('trash lists what is in the trash of one user, and cannot steer the terminal', async ({ api, user }) => {
  const list = () => runAdmin(api.databaseUrl, ['trash', user.email.toUpperCase()])
  expect(await list()).toEqual(succeeded(`The trash of ${user.email} is empty.\n`))
  const other = await createUser(api)
  const deleted = [
    await user.addNote('Compras', 'pan'),
    await user.addNote('\u001b[2J\u009b\u202eñ 🛒\n', 'leche'),
  ]
  await other.call('DELETE', `/api/notes/${await other.addNote('Ajena')}`)
  for (const id of deleted) await user.call('DELETE', `/api/notes/${id}`)
  const deletedAt = Date.now() - 3 * DAY
  for (const [position, id] of deleted.entries())
    await execute(api, 'UPDATE trash SET deleted_at = ? WHERE id = ?', deletedAt + position * DAY, id)
  const [first, second] = deleted
  expect(await list()).toEqual(
    succeeded(
      `Id                                    Deleted     Title\n${second}  ${dateOf(deletedAt + DAY)}  ?[2J??ñ 🛒?\n${first}  ${dateOf(deletedAt)}  Compras\n`,
    ),
  )
})

test("restore-note restores a note from the user's own trash", async ({ api, user }) => {
  const stranger = await createUser(api)
  const note = await createNote(api, user, 'Compras', 'pan')
  await user.call('DELETE', `/api/notes/${note._id}`)

  expect(await runAdmin(api.databaseUrl, ['restore-note', stranger.email, note._id])).toEqual(
    failed(`There is no note '${note._id}' in the trash of ${stranger.email}.\n`),
  )
  expect(await runAdmin(api.databaseUrl, ['restore-note', user.email, note._id])).toEqual(
    succeeded(`${user.email} has the note ${note._id} again.\n`),
  )
  expect(await listNotes(api, user)).toEqual([note])
  expect((await runAdmin(api.databaseUrl, ['restore-note', user.email, note._id])).code).toBe(1)
})

test('delete-user needs --yes, and deletes all notes', { tag: '@slow' }, async ({ api, user }) => {
  const other = await createUser(api)
  const remaining = await createNote(api, other, 'Recados')
  await createNote(api, user, 'Compras')

  const unsure = await runAdmin(api.databaseUrl, ['delete-user', user.email], `${user.email}\n`)
  expect(unsure).toEqual(failed(`This deletes ${user.email} with 1 note: say so with --yes.\n`))
  expect(await listNotes(api, user)).toHaveLength(1)

  const sure = await runAdmin(api.databaseUrl, ['delete-user', user.email.toUpperCase(), '--yes'])
  expect(sure).toEqual(succeeded(`Deleted ${user.email} with 1 note.\n`))
  expect(await notesStatus(api, user.token)).toBe(401)
  expect(await loginStatus(api, user)).toBe(401)
  expect(await listNotes(api, other)).toEqual([remaining])
})

test('a database that no host has used is refused', { tag: '@slow' }, async ({ databaseUrl }) => {
  if (databaseUrl.startsWith('file:')) writeFileSync(fileOf(databaseUrl), '')
  else await emptyDatabase(databaseUrl)
  for (const args of [['end-sessions', 'carmen@correo.es'], ['users']]) {
    const { code, output, errors } = await runAdmin(databaseUrl, args)
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^DATABASE_URL is '.+', which cannot be used: .*migrations.*\.\n$/)
  }
})
