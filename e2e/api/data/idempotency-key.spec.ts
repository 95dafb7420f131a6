import { randomBytes } from 'node:crypto'
import type { Note } from '@/lib/domain/note'
import {
  type Api,
  atOnce,
  call,
  createUser,
  jsonOf,
  listNotes,
  statusesOf,
  type User,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { execute, lockDatabase, select, sql, userIdOf, withDatabase } from '../../support/database'
import { deleteByOldHost, restoreByOldHost } from '../../support/old-host'

const DAY = 24 * 60 * 60 * 1000
const MALFORMED = 'La cabecera Idempotency-Key debe tener de 1 a 100 caracteres ASCII visibles, sin espacios.'
const OTHER_TEXT = 'Esa nota ya se ha creado con otro texto.'
const SHOPPING = { title: 'Compras', content: 'pan' }
const ERRANDS = { title: 'Recados', content: '' }

test('a key that comes again gets the first response, and makes no second note', async ({ api, user }) => {
  const { key, first, _id } = await createKeyed(api, user)
  expect([first.status, jsonOf(first)]).toEqual([201, { _id, ...SHOPPING }])
  expect(_id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
  expect(first.headers.etag).toMatch(/^"\d+"$/)
  const list = await user.call('GET', '/api/notes')

  const again = await create(api, user, key)
  expect([again.status, jsonOf(again), again.headers.etag]).toEqual([201, jsonOf(first), first.headers.etag])
  expect(again.headers['notas-trash']).toBeUndefined()
  const unchanged = await user.call('GET', '/api/notes')
  expect([jsonOf(unchanged), unchanged.headers.etag]).toEqual([[jsonOf(first)], list.headers.etag])
})

test('each key, and each request without one, makes a note of its own', async ({ api, user }) => {
  const other = await createUser(api)
  const ids = new Set<unknown>()
  for (const key of ['una', 'Una', '"una"', 'u'.repeat(100)]) {
    for (const owner of [user, other]) ids.add((jsonOf(await create(api, owner, key)) as { _id: string })._id)
  }
  expect(ids.size).toBe(8)
  expect(await listNotes(api, user)).toHaveLength(4)
  expect(await listNotes(api, other)).toHaveLength(4)
  for (const json of [SHOPPING, SHOPPING])
    expect((await user.call('POST', '/api/notes', { json })).status).toBe(201)
  expect(await listNotes(api, user)).toHaveLength(6)
})

const VALID_KEYS: [name: string, key: string][] = [
  ['of one character', '!'],
  ['of 100 characters', '~'.repeat(100)],
  ['in quotes', `"${'0f'.repeat(16)}"`],
  ['with a comma', 'a,b'],
  ['between spaces', '  a\t'],
]

const INVALID_KEYS: [name: string, key: string | string[]][] = [
  ['that is empty', ''],
  ['of spaces', '  '],
  ['of 101 characters', 'a'.repeat(101)],
  ['with a space', 'a b'],
  ['with a tab', 'a\tb'],
  ['with a letter outside ASCII', 'clavé'],
  ['that comes twice', ['a', 'b']],
  ['that comes twice and is the same', ['a', 'a']],
  ['that comes twice and is empty', ['', '']],
  ['that comes twice and is empty once', ['', 'a']],
]

test('a key has 1 to 100 visible characters', async ({ api, user }) => {
  for (const [name, key] of INVALID_KEYS) expectMessage(await create(api, user, key), 400, MALFORMED, name)
  expect(await listNotes(api, user)).toEqual([])
  for (const [at, [name, key]] of VALID_KEYS.entries()) {
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await create(api, user, key)).status, name).toBe(201)
    expect(await listNotes(api, user), name).toHaveLength(at + 1)
  }
})

test('a key with another text gets 422 while the note is as it was created', async ({ api, user }) => {
  const { key, first } = await createKeyed(api, user)
  for (const text of [ERRANDS, { ...SHOPPING, title: 'compras' }, { ...SHOPPING, content: 'pan\n' }]) {
    const response = await create(api, user, key, text)
    expectMessage(response, 422, OTHER_TEXT)
    expect(response.headers.etag).toBeUndefined()
  }
  expect(await listNotes(api, user)).toEqual([jsonOf(first)])
})

test("a key of an edited note gets the request's text and an old ETag", async ({ api, user }) => {
  const { key, first, _id } = await createKeyed(api, user)
  const path = `/api/notes/${_id}`
  await user.call('PUT', path, { json: ERRANDS })

  for (const text of [SHOPPING, ERRANDS, { title: 'Otra', content: '' }]) {
    const again = await create(api, user, key, text)
    expect([again.status, jsonOf(again)]).toEqual([201, { _id, ...text }])
    expect(again.headers.etag).toBe(first.headers.etag)
  }
  const headers = { 'If-Match': String(first.headers.etag) }
  expect((await user.call('PUT', path, { json: SHOPPING, headers })).status).toBe(412)
  expect(await listNotes(api, user)).toEqual([{ _id, ...ERRANDS }])
})

test('a key of a note in the trash says so, also after a restore', async ({ api, user }) => {
  const { key, first, _id } = await createKeyed(api, user)
  for (let round = 0; round < 2; round += 1) {
    await user.call('DELETE', `/api/notes/${_id}`)
    for (const text of [SHOPPING, ERRANDS]) {
      const deleted = await create(api, user, key, text)
      expect([deleted.status, jsonOf(deleted)]).toEqual([201, { _id, ...text }])
      expect([deleted.headers['notas-trash'], deleted.headers.etag]).toEqual(['30', first.headers.etag])
    }
    expect(await listNotes(api, user)).toEqual([])

    await user.call('POST', `/api/trash/${_id}/restore`)
    const restored = await create(api, user, key, ERRANDS)
    expect([restored.status, jsonOf(restored)]).toEqual([201, { _id, ...ERRANDS }])
    expect([restored.headers['notas-trash'], restored.headers.etag]).toEqual([undefined, first.headers.etag])
    expect(await listNotes(api, user)).toEqual([jsonOf(first)])
  }
})

test('a key creates again once its note is deleted for good, or past its days in the trash', async ({
  api,
  user,
}) => {
  const { key, first, _id } = await createKeyed(api, user)
  const age = 'UPDATE trash SET deleted_at = deleted_at - ? WHERE id = ?'
  const expire = () => execute(api, age, 30 * DAY + 1000, _id)
  const erase = (path: string) => user.call('DELETE', path)
  for (const end of [() => erase('/api/trash'), () => erase(`/api/trash/${_id}`), expire, expire]) {
    expect((await erase(`/api/notes/${_id}`)).status).toBe(204)
    await end()
    const again = await create(api, user, key, ERRANDS)
    expect([again.status, jsonOf(again)]).toEqual([201, { _id, ...ERRANDS }])
    expect(again.headers['notas-trash']).toBeUndefined()
    expect(again.headers.etag).not.toBe(first.headers.etag)
    expect(await listNotes(api, user)).toEqual([{ _id, ...ERRANDS }])
    expect(await places(api, _id)).toEqual({ notes: 1, trash: 0 })
  }
})

test('a known key gets its response on a full account, and a new one gets 507', async ({ start }) => {
  const host = await start({ NOTES_PER_USER: '2', BYTES_PER_USER: '620' })
  const user = await createUser(host)
  const [kept, deleted] = [await createKeyed(host, user), await createKeyed(host, user)]
  await user.call('DELETE', `/api/notes/${deleted._id}`)

  expect((await create(host, user, newKey())).status).toBe(507)
  expect((await create(host, user, kept.key)).status).toBe(201)
  expect((await create(host, user, kept.key, ERRANDS)).status).toBe(422)
  const inTrash = await create(host, user, deleted.key)
  expect([inTrash.status, inTrash.headers['notas-trash']]).toEqual([201, '30'])
  expect(await listNotes(host, user)).toHaveLength(1)
})

test('keys that arrive at two hosts at once make one note each, which is in one place', async ({ start }) => {
  const [one, other] = [await start(), await start()]
  const user = await createUser(one)
  for (let round = 0; round < 5; round += 1) {
    const key = newKey()
    const unlock = await lockDatabase(one)
    const creations = atOnce(8, (number) => create(number % 2 ? one : other, user, key))
    for (let read = 0; read < 3; read += 1) await call(one, 'GET', '/api/health')
    await unlock()

    const responses = await creations
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(responses.map(({ body, headers }) => `${headers.etag} ${body}`)).size).toBe(1)
    expect(await listNotes(other, user)).toHaveLength(round + 1)
  }

  // Two texts with one key at the same time: one of them is stored, and the other refused.
  for (let round = 0; round < 10; round += 1) {
    const key = newKey()
    const responses = await Promise.all([create(one, user, key), create(other, user, key, ERRANDS)])
    expect(statusesOf(responses)).toEqual([201, 422])
    const [created] = responses.filter(({ status }) => status === 201)
    expect((await listNotes(one, user))[0]).toEqual(created && jsonOf(created))
  }

  const { key, _id } = await createKeyed(one, user)
  for (let round = 0; round < 20; round += 1) {
    const responses = await Promise.all([
      user.call('DELETE', `/api/notes/${_id}`),
      create(other, user, key),
      user.call('POST', `/api/trash/${_id}/restore`),
      create(one, user, key),
    ])
    expect([responses[1]?.status, responses[3]?.status]).toEqual([201, 201])
    const { notes, trash } = await places(one, _id)
    expect(notes + trash).toBe(1)
  }

  // Without a trash the key of a deleted note creates again.
  await user.call('POST', `/api/trash/${_id}/restore`)
  const bare = await start({ TRASH_DAYS: '0' })
  expect((await call(bare, 'DELETE', `/api/notes/${_id}`, { token: user.token })).status).toBe(204)
  const again = await create(bare, user, key)
  expect([again.status, again.headers['notas-trash']]).toEqual([201, undefined])
  expect((await listNotes(bare, user))[0]).toEqual({ _id, ...SHOPPING })
})

test('hosts of the release before, which know no key, write its note', async ({ api, user }) => {
  const created = () => createKeyed(api, user)
  const [edited, deleted, restored] = [await created(), await created(), await created()]
  const owner = await userIdOf(api, user)
  await withDatabase(api, async ({ write }) => {
    await write(
      sql(
        'UPDATE notes SET title = ?, version = (SELECT notes_version + 1 FROM users WHERE id = ?) WHERE id = ?',
        'Recados',
        owner,
        edited._id,
      ),
    )
    for (const { _id } of [deleted, restored]) await write(...deleteByOldHost(owner, _id))
    await write(...restoreByOldHost(owner, restored._id))
  })

  for (const [{ key, _id }, etag, inTrash] of [
    [edited, edited.first.headers.etag, undefined],
    [deleted, undefined, '30'],
    [restored, undefined, undefined],
  ] as const) {
    const again = await create(api, user, key)
    expect([again.status, jsonOf(again)]).toEqual([201, { _id, ...SHOPPING }])
    expect([again.headers.etag, again.headers['notas-trash']]).toEqual([etag, inTrash])
  }
  expect((await listNotes(api, user)).map(({ title }) => title).sort()).toEqual(['Compras', 'Recados'])

  const back = await user.call('POST', `/api/trash/${deleted._id}/restore`)
  expect([back.status, jsonOf(back)]).toEqual([200, { _id: deleted._id, ...SHOPPING }])
  expect((await create(api, user, deleted.key)).status).toBe(201)
  expect(await listNotes(api, user)).toHaveLength(3)
})

function newKey(): string {
  return `"${randomBytes(16).toString('hex')}"`
}

function create(host: Api, { token }: Pick<User, 'token'>, key: string | string[], json = SHOPPING) {
  return call(host, 'POST', '/api/notes', { token, json, headers: { 'Idempotency-Key': key } })
}

/** Creates a note with a new key. */
async function createKeyed(host: Api, user: User) {
  const key = newKey()
  const first = await create(host, user, key)
  return { key, first, _id: (jsonOf(first) as Note)._id }
}

/** Number of rows with that id in each table. */
async function places(host: { databaseUrl: string }, id: string): Promise<{ notes: number; trash: number }> {
  const count = (table: string) => `(SELECT count(*) FROM ${table} WHERE id = ?) AS ${table}`
  const [row] = await select(host, `SELECT ${count('notes')}, ${count('trash')}`, id, id)
  return { notes: Number(row?.notes), trash: Number(row?.trash) }
}
