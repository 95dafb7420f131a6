import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type Api,
  atOnce,
  call,
  createNote,
  createUser,
  listNotes,
  statusesOf,
  type User,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { execute, fileOf } from '../../support/database'

const FULL = 'Tu cuenta está llena: acorta notas, o elimínalas también de la papelera, para hacer sitio.'

test('an account has at most the notes of its quota, also when they arrive together', async ({ start }) => {
  const host = await start({ NOTES_PER_USER: '3' })
  const user = await createUser(host)
  const other = await createUser(host)

  const responses = await atOnce(8, () => create(host, user, 'Compras'))
  expect(statusesOf(responses)).toEqual([201, 201, 201, 507, 507, 507, 507, 507])
  expectMessage(await create(host, user, 'Compras'), 507, FULL)
  const [note] = await listNotes(host, user)
  expect(await listNotes(host, user)).toHaveLength(3)

  expect((await replace(host, user, note?._id, 'Recados')).status).toBe(200)
  expect((await create(host, other, 'Compras')).status).toBe(201)
  await user.call('DELETE', `/api/notes/${note?._id}`)
  expect((await create(host, user, 'Compras')).status).toBe(507)
  await user.call('DELETE', `/api/trash/${note?._id}`)
  expect((await create(host, user, 'Compras')).status).toBe(201)
})

test('an empty note takes the room of its row', async ({ start }) => {
  const host = await start({ BYTES_PER_USER: '899' })
  const user = await createUser(host)
  const statuses = []
  for (const _ of [1, 2, 3]) statuses.push((await create(host, user, '')).status)
  expect(statuses).toEqual([201, 201, 507])
})

test('an account has at most its bytes, and a note may become shorter', async ({ start }) => {
  const first = await start({ BYTES_PER_USER: '920' })
  const user = await createUser(first)
  const deleted = await user.addNote('')
  const { _id } = await createNote(first, user, 'ñ', 'doce letras.')

  expect((await create(first, user, 'ñandú', '')).status).toBe(507)
  expect((await create(first, user, 'ñand', 'u')).status).toBe(201)
  expect((await replace(first, user, _id, 'ñ', 'trece letras.')).status).toBe(507)
  expect((await replace(first, user, _id, 'n', 'trece letras.')).status).toBe(200)
  expect((await listNotes(first, user)).map(({ title }) => title)).toEqual(['n', 'ñand', ''])

  // An edit at the quota that is outdated, or of no note, says so.
  const outdated = { 'If-Match': '"1"' }
  expect((await replace(first, user, _id, 'n', 'catorce letras', outdated)).status).toBe(412)
  expect((await replace(first, user, 'c0ffee00-0000-4000-8000-000000000000', 'once letras')).status).toBe(404)
  await user.call('DELETE', `/api/notes/${deleted}`)
  expect((await replace(first, user, deleted, 'a')).status).toBe(404)
  await first.stop()

  const smaller = await start({ BYTES_PER_USER: '5' })
  expect((await replace(smaller, user, _id, 'n', 'trece letras:')).status).toBe(200)
  expect((await replace(smaller, user, _id, 'n', 'doce letras.')).status).toBe(200)
  expect((await replace(smaller, user, _id, 'n', 'trece letras.')).status).toBe(507)
  expect((await create(smaller, user, '')).status).toBe(507)
})

const DISK_LOW = 'Este sitio se está quedando sin disco: por ahora no se puede guardar más texto.'

test('below half of MIN_FREE_DISK texts may not grow, and all else goes on; PostgreSQL has no such limit', async ({
  database,
  start,
}) => {
  const roomy = await start({ MIN_FREE_DISK: '0' })
  const user = await createUser(roomy)
  const { _id } = await createNote(roomy, user, 'Compras', 'pan')
  const { _id: deleted } = await createNote(roomy, user, 'Recados')
  await user.call('DELETE', `/api/notes/${deleted}`)
  await backdate(roomy)
  expect(roomy.output()).not.toContain('MIN_FREE_DISK')

  const host = await start({ MIN_FREE_DISK: '999999999999999' })
  if (database === 'PostgreSQL') {
    expect((await create(host, user, 'Recados')).status).toBe(201)
    return
  }
  for (const response of [
    await create(host, user, 'Recados'),
    await create(host, user, 'Recados', '', { 'Idempotency-Key': 'una' }),
    await replace(host, user, _id, 'Compras', 'pan y leche'),
  ]) {
    expectMessage(response, 507, DISK_LOW)
  }
  expect((await replace(host, user, _id, 'Compras', 'sal')).status).toBe(200)
  expect((await call(host, 'POST', `/api/trash/${deleted}/restore`, { token: user.token })).status).toBe(200)
  expect((await call(host, 'DELETE', `/api/notes/${_id}`, { token: user.token })).status).toBe(204)
  expect(await listNotes(host, await createUser(host))).toEqual([])
  await expect.poll(() => host.output().match(/"level":"warn".*MIN_FREE_DISK/g)).toHaveLength(1)
  expect(host.output()).toMatch(/has \d+ MiB free: below 953674316 MiB, the reserve \(MIN_FREE_DISK\)/)
})

test('below MIN_FREE_DISK texts of accounts younger than a day may not grow', async ({
  database,
  databaseUrl,
  start,
}) => {
  test.skip(database === 'PostgreSQL', 'Its disk is not known.')
  const { bavail, bsize } = statfsSync(dirname(fileOf(databaseUrl)))
  const host = await start({ MIN_FREE_DISK: String(Math.round(1.4 * bavail * bsize)) })
  const user = await createUser(host)
  await backdate({ databaseUrl })
  const young = await createUser(host)

  expect((await create(host, user, 'Compras')).status).toBe(201)
  const response = await create(host, young, 'Compras')
  expectMessage(response, 507, DISK_LOW)
  await expect.poll(() => host.output()).toMatch(/"level":"warn".*MIN_FREE_DISK/)
})

/** Makes all accounts more than a day old. */
function backdate(host: { databaseUrl: string }) {
  const createdAt = Date.now() - 25 * 60 * 60 * 1000
  return execute(host, 'UPDATE users SET created_at = ?', createdAt)
}

type Headers = Record<string, string>

function create(host: Api, { token }: User, title: string, content = '', headers: Headers = {}) {
  return call(host, 'POST', '/api/notes', { token, json: { title, content }, headers })
}

function replace(
  host: Api,
  { token }: User,
  id: string | undefined,
  title: string,
  content = '',
  headers: Headers = {},
) {
  return call(host, 'PUT', `/api/notes/${id}`, { token, json: { title, content }, headers })
}
