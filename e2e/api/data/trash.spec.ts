import { randomUUID } from 'node:crypto'
import { purgeTrash, restoreNote } from '@/server/store/trash'
import {
  type Api,
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  type User,
} from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'

const DAY = 24 * 60 * 60 * 1000

type DeletedNote = { _id: string; title: string; content: string; deletedAt: number }

test('a deleted note is restored under its old id, as the newest edit', async ({ api }) => {
  const user = await createUser(api)
  const note = await createNote(api, user, 'Compras', 'pan y «leche» 🥛')
  const other = await createNote(api, user, 'Recados')
  const before = Date.now()
  const deleted = await remove(api, user, note._id)
  expect([deleted.status, deleted.headers['notas-trash'], deleted.body.length]).toEqual([204, '30', 0])

  const [inTrash, ...others] = await listTrash(api, user)
  expect(others).toEqual([])
  expect(inTrash).toEqual({ ...note, deletedAt: expect.any(Number) })
  expect(inTrash?.deletedAt).toBeGreaterThanOrEqual(before)
  expect(inTrash?.deletedAt).toBeLessThanOrEqual(Date.now())
  expect(await listNotes(api, user)).toEqual([other])

  const restored = await restore(api, user, note._id)
  expect([restored.status, jsonOf(restored)]).toEqual([200, note])
  expect(await listTrash(api, user)).toEqual([])
  expect(await listNotes(api, user)).toEqual([note, other])
  const read = await call(api, 'GET', `/api/notes/${note._id}`, { token: user.token })
  expect([read.headers.etag, jsonOf(read)]).toEqual([restored.headers.etag, note])
})

test('the calls for notes respond as if a deleted note were gone', async ({ api, user }) => {
  const { _id } = await createNote(api, user, 'Compras')
  await remove(api, user, _id)

  const json = { title: 'Otra', content: '' }
  for (const [method, headers] of [
    ['GET', {}],
    ['PUT', {}],
    ['PUT', { 'If-Match': '*' }],
    ['DELETE', {}],
  ] as [string, Record<string, string>][]) {
    const options = { token: user.token, headers, ...(method === 'PUT' && { json }) }
    const { status, body } = await call(api, method, `/api/notes/${_id}`, options)
    expect([status, JSON.parse(body.toString())]).toEqual([404, { message: 'Esa nota no existe.' }])
  }
  expect(await listNotes(api, user)).toEqual([])
  expect((await listTrash(api, user)).map(({ title }) => title)).toEqual(['Compras'])
})

test('a note deleted for good cannot be restored', async ({ api, user }) => {
  const ids = await Promise.all(['uno', 'dos', 'tres'].map((title) => user.addNote(title)))
  for (const id of ids) await remove(api, user, id)
  expect((await listTrash(api, user)).map(({ title }) => title)).toEqual(['tres', 'dos', 'uno'])

  expect((await erase(api, user, ids[1])).status).toBe(204)
  expect((await erase(api, user, ids[1])).status).toBe(404)
  expect((await restore(api, user, ids[1])).status).toBe(404)
  expect((await listTrash(api, user)).map(({ title }) => title)).toEqual(['tres', 'uno'])

  const kept = await user.addNote('sigue')
  expect((await call(api, 'DELETE', '/api/trash', { token: user.token })).status).toBe(204)
  expect(await listTrash(api, user)).toEqual([])
  expect((await call(api, 'DELETE', '/api/trash', { token: user.token })).status).toBe(204)
  expect((await listNotes(api, user)).map(({ _id }) => _id)).toEqual([kept])
  expect(await countsOf(api, user)).toEqual([1, 5, 0, 0])
})

test('the trash is emptied while its ETag holds, and not once another note was deleted', async ({
  api,
  user,
}) => {
  const { token } = user
  const [first, second] = [await user.addNote('uno'), await user.addNote('dos')]
  await remove(api, user, first)
  const shown = await trashEtag(api, user)
  expect(shown).toMatch(/^"[^"]+"$/)
  await user.addNote('tres')
  expect(await trashEtag(api, user)).toBe(shown)

  await remove(api, user, second)
  for (const etag of [shown, `W/${await trashEtag(api, user)}`, '"1"', '']) {
    const refused = await empty(api, user, etag)
    expect([refused.status, jsonOf(refused)]).toEqual([
      412,
      { message: 'La papelera ha cambiado desde que se cargó.' },
    ])
  }
  expect((await listTrash(api, user)).map(({ title }) => title)).toEqual(['dos', 'uno'])

  expect((await empty(api, user, `"otra", ${await trashEtag(api, user)}`)).status).toBe(204)
  expect(await listTrash(api, user)).toEqual([])
  expect((await empty(api, user, await trashEtag(api, user))).status).toBe(204)
  await remove(api, user, (await listNotes(api, user))[0]?._id)
  expect((await empty(api, user, '*')).status).toBe(204)
  const counts = await call(api, 'GET', '/api/trash', { token })
  expect(jsonOf(counts)).toEqual([])
})

test('a note that is deleted while the trash is emptied stays there if it was not shown', async ({
  api,
  user,
}) => {
  for (let round = 0; round < 10; round += 1) {
    await remove(api, user, await user.addNote('vista'))
    const late = await user.addNote('tardía')
    const etag = await trashEtag(api, user)
    const [emptied] = await Promise.all([empty(api, user, etag), remove(api, user, late)])
    const titles = (await listTrash(api, user)).map(({ title }) => title)
    expect([emptied.status, titles]).toEqual(
      emptied.status === 204 ? [204, ['tardía']] : [412, ['tardía', 'vista']],
    )
    await call(api, 'DELETE', '/api/trash', { token: user.token })
  }
})

test('two users never share the ETag of an empty trash', async ({ api, user }) => {
  expect(await trashEtag(api, await createUser(api))).not.toBe(await trashEtag(api, user))
})

test("another user's trash does not exist", async ({ api, user }) => {
  const stranger = await createUser(api)
  const { _id } = await createNote(api, user, 'Compras')
  await remove(api, user, _id)
  await remove(api, stranger, await stranger.addNote('Recados'))

  for (const path of [`/api/trash/${_id}/restore`, `/api/notes/${_id}/restore`]) {
    expect((await call(api, 'POST', path, { token: stranger.token })).status).toBe(404)
  }
  expect((await erase(api, stranger, _id)).status).toBe(404)
  expect((await call(api, 'DELETE', '/api/trash', { token: stranger.token })).status).toBe(204)
  expect(await listTrash(api, stranger)).toEqual([])
  expect((await listTrash(api, user)).map((note) => note._id)).toEqual([_id])
})

test('the trash asks for a session, and takes only ids of notes', async ({ api, user }) => {
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['DELETE', `/${randomUUID()}`],
    ['POST', `/${randomUUID()}/restore`],
  ] as const) {
    expect((await call(api, method, `/api/trash${path}`)).status).toBe(401)
    if (path) expect((await call(api, method, `/api/trash${path}`, { token: user.token })).status).toBe(404)
  }
  for (const id of ['x', '%F0%9F%98%80']) {
    expect((await erase(api, user, id)).status).toBe(404)
    expect((await restore(api, user, id)).status).toBe(404)
  }
})

test('the list of notes has another ETag after a restore', async ({ api, user }) => {
  const id = await user.addNote('Compras')
  const etags = [await listEtag(api, user)]
  await remove(api, user, id)
  etags.push(await listEtag(api, user))
  await restore(api, user, id)
  etags.push(await listEtag(api, user))
  expect(new Set(etags).size).toBe(3)

  const unchanged = { 'If-None-Match': String(etags[2]) }
  expect((await call(api, 'GET', '/api/notes', { token: user.token, headers: unchanged })).status).toBe(304)
})

test('deletes, restores and erasures that arrive together are done once', async ({ api, user }) => {
  for (let round = 0; round < 5; round += 1) {
    const { _id } = await createNote(api, user, `nota ${round}`)
    const deletes = await Promise.all(Array.from({ length: 4 }, () => remove(api, user, _id)))
    expect(deletes.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404])
    const restores = await Promise.all(Array.from({ length: 4 }, () => restore(api, user, _id)))
    expect(restores.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])

    await remove(api, user, _id)
    const [restored, erased] = await Promise.all([restore(api, user, _id), erase(api, user, _id)])
    expect([restored.status, erased.status].sort()).toEqual([restored.status === 200 ? 200 : 204, 404])
    const ids = (await listNotes(api, user)).map((note) => note._id)
    expect(ids.includes(_id)).toBe(restored.status === 200)
    expect(await listTrash(api, user)).toEqual([])
  }
  expect(await countsOf(api, user)).toEqual(await storedCounts(api, user))
})

test('a restore that meets a delete loses nothing', async ({ api, user }) => {
  const { _id } = await createNote(api, user, 'Compras', 'pan')
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([restore(api, user, _id), remove(api, user, _id), restore(api, user, _id)])
    const places = [...(await listNotes(api, user)), ...(await listTrash(api, user))]
    expect(places.map(({ title, content }) => [title, content])).toEqual([['Compras', 'pan']])
  }
  expect(await countsOf(api, user)).toEqual(await storedCounts(api, user))
})

test('a note that is deleted while it is edited keeps every edit that was stored', async ({ api, user }) => {
  for (let round = 0; round < 10; round += 1) {
    const { _id } = await createNote(api, user, 'Compras', 'antes')
    const json = { title: 'Compras', content: 'después' }
    const [edit] = await Promise.all([
      call(api, 'PUT', `/api/notes/${_id}`, { token: user.token, json }),
      remove(api, user, _id),
    ])
    const [deleted] = await listTrash(api, user)
    expect([deleted?._id, deleted?.content]).toEqual([_id, edit.status === 200 ? 'después' : 'antes'])
  }
})

test('the trash counts for the quota, and a restore needs no room', async ({ start }) => {
  const host = await start({ NOTES_PER_USER: '2', BYTES_PER_USER: '20' })
  const user = await createUser(host)
  const { _id } = await createNote(host, user, 'diez letra')
  await createNote(host, user, 'nueve let')
  await remove(host, user, _id)
  const json = { title: '', content: '' }
  expect((await call(host, 'POST', '/api/notes', { token: user.token, json })).status).toBe(507)
  expect((await restore(host, user, _id)).status).toBe(200)
  expect(await countsOf(host, user)).toEqual([2, 19, 0, 0])

  await remove(host, user, _id)
  await call(host, 'DELETE', '/api/trash', { token: user.token })
  expect((await call(host, 'POST', '/api/notes', { token: user.token, json })).status).toBe(201)
})

test('a note grows no further than the trash leaves room', async ({ start }) => {
  const host = await start({ BYTES_PER_USER: '20' })
  const user = await createUser(host)
  const first = await createNote(host, user, 'diez letra')
  const { _id } = await createNote(host, user, 'nueve let')
  await remove(host, user, first._id)
  const edit = (title: string) =>
    call(host, 'PUT', `/api/notes/${_id}`, { token: user.token, json: { title, content: '' } })
  expect((await edit('once letras')).status).toBe(507)
  expect((await edit('otras diez')).status).toBe(200)
})

test('a note past its days is in no trash, and is purged when a host starts', async ({
  start,
  databaseUrl,
}) => {
  const host = await start({ TRASH_DAYS: '3' })
  const user = await createUser(host)
  const [old, young] = [await user.addNote('vieja'), await user.addNote('joven')]
  expect((await remove(host, user, old)).headers['notas-trash']).toBe('3')
  await remove(host, user, young)
  await age(databaseUrl, old, 3 * DAY + 1000)
  await age(databaseUrl, young, 3 * DAY - 60_000)

  expect((await listTrash(host, user)).map(({ title }) => title)).toEqual(['joven'])
  expect((await restore(host, user, old)).status).toBe(404)
  expect((await erase(host, user, old)).status).toBe(404)
  await start({ TRASH_DAYS: '3' })
  await expect.poll(() => countsOf({ databaseUrl }, user)).toEqual([0, 0, 1, 5])
  expect((await restore(host, user, young)).status).toBe(200)
})

test('without a trash a delete is for good, and what was kept before is purged', async ({
  start,
  databaseUrl,
}) => {
  const first = await start()
  const user = await createUser(first)
  await remove(first, user, await user.addNote('Compras'))
  await first.stop()

  const host = await start({ TRASH_DAYS: '0' })
  await expect.poll(() => countsOf({ databaseUrl }, user)).toEqual([0, 0, 0, 0])
  const { _id } = await createNote(host, user, 'Recados')
  const deleted = await remove(host, user, _id)
  expect([deleted.status, deleted.headers['notas-trash']]).toEqual([204, undefined])
  expect(await listTrash(host, user)).toEqual([])
  expect((await restore(host, user, _id)).status).toBe(404)
  expect(await countsOf({ databaseUrl }, user)).toEqual([0, 0, 0, 0])
})

test('nodes that purge and restore together keep the counts right, and restore or purge each note once', async ({
  api,
  user,
}) => {
  await fillTrash(api, user, 300, 10)
  const ids = (await listTrash(api, user)).map(({ _id }) => _id)
  const before = Date.now() + DAY

  const restored = await withDatabase(api, (one) =>
    withDatabase(api, async (other) => {
      const [{ id: userId } = {}] = await one.read(sql('SELECT id FROM users WHERE email = ?', user.email))
      const trash = { userId: String(userId), since: 0 }
      const { signal } = new AbortController()
      const restores = ids.map((id) => restoreNote(one, trash, id, Date.now()))
      await Promise.all([purgeTrash(one, before, signal), purgeTrash(other, before, signal)])
      return (await Promise.all(restores)).flatMap((stored) => stored?.note._id ?? [])
    }),
  )
  expect((await listNotes(api, user)).map(({ _id }) => _id).sort()).toEqual(restored.sort())
  expect(await listTrash(api, user)).toEqual([])
  expect(await countsOf(api, user)).toEqual(await storedCounts(api, user))
})

test('a purge that is stopped leaves the rest for later', async ({ api, user }) => {
  await remove(api, user, await user.addNote('Compras'))
  await withDatabase(api, (database) => purgeTrash(database, Date.now() + DAY, AbortSignal.abort()))
  expect(await listTrash(api, user)).toHaveLength(1)
})

for (const [notes, length] of [
  [2500, 0],
  [300, 2000],
  [12, 700_000],
] as const) {
  test(`${notes} deleted notes of ${length} bytes are listed and emptied`, { tag: '@slow' }, async ({
    api,
    user,
  }) => {
    await fillTrash(api, user, notes, length)
    const titles = Array.from({ length: notes }, (_, number) => `nota ${notes - number}`)
    expect((await listTrash(api, user)).map(({ title }) => title)).toEqual(titles)
    expect((await call(api, 'DELETE', '/api/trash', { token: user.token })).status).toBe(204)
    expect(await listTrash(api, user)).toEqual([])
    expect(await countsOf(api, user)).toEqual([0, 0, 0, 0])
  })
}

test('other requests are answered while a long trash is emptied', { tag: '@slow' }, async ({ api, user }) => {
  test.slow()
  await fillTrash(api, user, 10_000, 0)
  let isEmptying = true
  const emptied = call(api, 'DELETE', '/api/trash', { token: user.token }).finally(() => {
    isEmptying = false
  })
  let answered = 0
  while (isEmptying) {
    await call(api, 'GET', '/api/health')
    if (isEmptying) answered += 1
  }
  expect((await emptied).status).toBe(204)
  // The trash is deleted in pages. Of one statement, most answers would wait for its end.
  expect(answered).toBeGreaterThan(20)
})

test('the trash goes with the account', async ({ api }) => {
  const user = await createUser(api)
  const id = await user.addNote('Compras')
  await remove(api, user, id)
  const left = await withDatabase(api, async ({ write, read }) => {
    await write(sql('DELETE FROM users WHERE email = ?', user.email))
    return read(sql('SELECT id FROM trash WHERE id = ?', id))
  })
  expect(left).toEqual([])
})

test('a delete of the release before is for good, and the counts stay right', async ({ api, user }) => {
  const id = await user.addNote('Compras')
  await withDatabase(api, ({ write }) =>
    write(
      sql('UPDATE users SET notes_version = notes_version + 1 WHERE email = ?', user.email),
      sql('DELETE FROM notes WHERE id = ?', id),
    ),
  )
  expect(await listTrash(api, user)).toEqual([])
  expect(await countsOf(api, user)).toEqual([0, 0, 0, 0])
})

test('the counts are right whatever writes the trash', async ({ api, user }) => {
  const ids = [await user.addNote('ñandú', 'pan'), await user.addNote('Recados')]
  for (const id of ids) await remove(api, user, id)
  await withDatabase(api, ({ write }) =>
    write(
      sql("UPDATE trash SET content = 'azúcar' WHERE id = ?", String(ids[0])),
      sql('DELETE FROM trash WHERE id = ?', String(ids[1])),
    ),
  )
  expect(await countsOf(api, user)).toEqual([0, 0, 1, 14])
})

function remove(host: Api, { token }: User, id: string | undefined) {
  return call(host, 'DELETE', `/api/notes/${id}`, { token })
}

function restore(host: Api, { token }: User, id: string | undefined) {
  return call(host, 'POST', `/api/trash/${id}/restore`, { token })
}

function erase(host: Api, { token }: User, id: string | undefined) {
  return call(host, 'DELETE', `/api/trash/${id}`, { token })
}

async function listTrash(host: Api, { token }: User): Promise<DeletedNote[]> {
  return jsonOf(await call(host, 'GET', '/api/trash', { token })) as DeletedNote[]
}

async function trashEtag(host: Api, { token }: User): Promise<string> {
  return String((await call(host, 'GET', '/api/trash', { token })).headers.etag)
}

function empty(host: Api, { token }: User, etag: string) {
  return call(host, 'DELETE', '/api/trash', { token, headers: { 'If-Match': etag } })
}

async function listEtag(host: Api, { token }: User): Promise<string> {
  return String((await call(host, 'GET', '/api/notes', { token })).headers.etag)
}

async function age(databaseUrl: string, id: string, ms: number): Promise<void> {
  await withDatabase({ databaseUrl }, ({ write }) =>
    write(sql('UPDATE trash SET deleted_at = deleted_at - ? WHERE id = ?', ms, id)),
  )
}

async function fillTrash(
  host: { databaseUrl: string },
  { email }: User,
  notes: number,
  length: number,
): Promise<void> {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${notes})
    SELECT n FROM numbers`
  const insert = `INSERT INTO trash (id, user_id, version, deleted_at, title, content)
    SELECT users.id || '-' || CAST(n AS TEXT), users.id, n, ?, 'nota ' || CAST(n AS TEXT), ?
    FROM users, (${numbers}) AS numbers WHERE email = ? AND n > ? AND n <= ?`
  await withDatabase(host, async ({ write }) => {
    // In one transaction each row would slow down the trigger of the next.
    for (let at = 0; at < notes; at += 500)
      await write(sql(insert, Date.now(), 'a'.repeat(length), email, at, at + 500))
    await write(sql('UPDATE users SET notes_version = ? WHERE email = ?', notes, email))
  })
}

/** Notes and bytes, then the same of the trash, as the triggers count them. */
function countsOf(host: { databaseUrl: string }, { email }: User): Promise<number[]> {
  return numbersOf(
    host,
    'SELECT notes_count AS a, notes_bytes AS b, trash_count AS c, trash_bytes AS d FROM users WHERE email = ?',
    email,
  )
}

function storedCounts(host: { databaseUrl: string }, { email }: User): Promise<number[]> {
  const of = (table: string, value: string) =>
    `(SELECT coalesce(sum(${value}), 0) FROM ${table} WHERE user_id = users.id)`
  const bytes = 'octet_length(title) + octet_length(content)'
  const counts = [of('notes', '1'), of('notes', bytes), of('trash', '1'), of('trash', bytes)]
  const columns = counts.map((count, at) => `${count} AS ${'abcd'[at]}`)
  return numbersOf(host, `SELECT ${columns} FROM users WHERE email = ?`, email)
}

async function numbersOf(host: { databaseUrl: string }, text: string, email: string): Promise<number[]> {
  const [row = {}] = await withDatabase(host, ({ read }) => read(sql(text, email)))
  return ['a', 'b', 'c', 'd'].map((name) => Number(row[name]))
}
