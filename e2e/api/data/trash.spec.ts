import type { AppContext } from '@/server/context'
import { keepPurged } from '@/server/purge'
import { purgeTrash, restoreNote } from '@/server/store/trash'
import {
  atOnce,
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  statusesOf,
  type User,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { execute, fillTable, select, userIdOf, withDatabase } from '../../support/database'

const DAY = 24 * 60 * 60 * 1000

type DeletedNote = { _id: string; title: string; content: string; deletedAt: number }

test('a deleted note is restored under its old id, as the newest edit', async ({ api, user }) => {
  const note = await createNote(api, user, 'Compras', 'pan y «leche» 🥛')
  const other = await createNote(api, user, 'Recados')
  const before = Date.now()
  const deleted = await remove(user, note._id)
  expect([deleted.status, deleted.headers['notas-trash'], deleted.body.length]).toEqual([204, '30', 0])

  const [inTrash, ...others] = await listTrash(user)
  expect(others).toEqual([])
  expect(inTrash).toEqual({ ...note, deletedAt: expect.any(Number) })
  expect(inTrash?.deletedAt).toBeGreaterThanOrEqual(before)
  expect(inTrash?.deletedAt).toBeLessThanOrEqual(Date.now())
  expect(await listNotes(api, user)).toEqual([other])
  expect(deleted.headers['content-length']).toBeUndefined()

  const restored = await restore(user, note._id)
  expect([restored.status, jsonOf(restored)]).toEqual([200, note])
  expect(await listTrash(user)).toEqual([])
  expect(await listNotes(api, user)).toEqual([note, other])
  const read = await user.call('GET', `/api/notes/${note._id}`)
  expect([read.headers.etag, jsonOf(read)]).toEqual([restored.headers.etag, note])
})

test('a note deleted for good cannot be restored', async ({ api, user }) => {
  const ids = await Promise.all(['uno', 'dos', 'tres'].map((title) => user.addNote(title)))
  for (const id of ids) await remove(user, id)
  expect((await listTrash(user)).map(({ title }) => title)).toEqual(['tres', 'dos', 'uno'])

  expect((await erase(user, ids[1])).status).toBe(204)
  expect((await erase(user, ids[1])).status).toBe(404)
  expect((await restore(user, ids[1])).status).toBe(404)
  expect((await listTrash(user)).map(({ title }) => title)).toEqual(['tres', 'uno'])

  const kept = await user.addNote('sigue')
  expect((await user.call('DELETE', '/api/trash')).status).toBe(204)
  expect(await listTrash(user)).toEqual([])
  expect((await user.call('DELETE', '/api/trash')).status).toBe(204)
  expect((await listNotes(api, user)).map(({ _id }) => _id)).toEqual([kept])
  expect(await countsOf(api, user)).toEqual([1, 5, 0, 0])
})

test('the trash is emptied only while its ETag holds', async ({ api, user }) => {
  const [first, second] = [await user.addNote('uno'), await user.addNote('dos')]
  await remove(user, first)
  const shown = await trashEtag(user)
  expect(shown).toMatch(/^"[^"]+"$/)
  await user.addNote('tres')
  expect(await trashEtag(user)).toBe(shown)

  await remove(user, second)
  for (const etag of [shown, `W/${shown}`, '"1"', '']) {
    expectMessage(await empty(user, etag), 412, 'La papelera ha cambiado desde que se cargó.')
  }
  expect((await listTrash(user)).map(({ title }) => title)).toEqual(['dos', 'uno'])

  expect((await empty(user, `"otra", W/${(await trashEtag(user)).replace(/"$/, '-gzip"')}`)).status).toBe(204)
  expect(await listTrash(user)).toEqual([])
  expect((await empty(user, await trashEtag(user))).status).toBe(204)
  await remove(user, (await listNotes(api, user))[0]?._id)
  expect((await empty(user, '*')).status).toBe(204)
  expect(await listTrash(user)).toEqual([])
  expect(await trashEtag(await createUser(api))).not.toBe(await trashEtag(user))
})

test('a note deleted while the trash is emptied stays if it was not shown', async ({ user }) => {
  for (let round = 0; round < 10; round += 1) {
    await remove(user, await user.addNote('vista'))
    const late = await user.addNote('tardía')
    const etag = await trashEtag(user)
    const [emptied] = await Promise.all([empty(user, etag), remove(user, late)])
    const titles = (await listTrash(user)).map(({ title }) => title)
    expect([emptied.status, titles]).toEqual(
      emptied.status === 204 ? [204, ['tardía']] : [412, ['tardía', 'vista']],
    )
    await user.call('DELETE', '/api/trash')
  }
})

test('deletes, restores and erasures that arrive together are done once', async ({ api, user }) => {
  for (let round = 0; round < 5; round += 1) {
    const { _id } = await createNote(api, user, `nota ${round}`)
    expect(statusesOf(await atOnce(4, () => remove(user, _id)))).toEqual([204, 404, 404, 404])
    expect(statusesOf(await atOnce(4, () => restore(user, _id)))).toEqual([200, 404, 404, 404])

    await remove(user, _id)
    const [restored, erased] = await Promise.all([restore(user, _id), erase(user, _id)])
    expect([restored.status, erased.status].sort()).toEqual([restored.status === 200 ? 200 : 204, 404])
    const ids = (await listNotes(api, user)).map((note) => note._id)
    expect(ids.includes(_id)).toBe(restored.status === 200)
    expect(await listTrash(user)).toEqual([])
  }

  // A restore that meets a delete loses nothing.
  const { _id } = await createNote(api, user, 'Compras', 'pan')
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([restore(user, _id), remove(user, _id), restore(user, _id)])
    const notes = [...(await listNotes(api, user)), ...(await listTrash(user))]
    const places = notes.filter((note) => note._id === _id)
    expect(places.map(({ title, content }) => [title, content])).toEqual([['Compras', 'pan']])
  }
  expect(await countsOf(api, user)).toEqual(await storedCounts(api, user))
})

test('a note that is deleted while it is edited keeps every edit that was stored', async ({ api, user }) => {
  for (let round = 0; round < 10; round += 1) {
    const { _id } = await createNote(api, user, 'Compras', 'antes')
    const json = { title: 'Compras', content: 'después' }
    const [edit] = await Promise.all([user.call('PUT', `/api/notes/${_id}`, { json }), remove(user, _id)])
    const [deleted] = await listTrash(user)
    expect([deleted?._id, deleted?.content]).toEqual([_id, edit.status === 200 ? 'después' : 'antes'])
  }
})

test('the trash counts for the quota, and a restore needs no room', async ({ start }) => {
  const host = await start({ NOTES_PER_USER: '2', BYTES_PER_USER: '620' })
  const user = await createUser(host)
  const { _id } = await createNote(host, user, 'diez letra')
  const other = await createNote(host, user, 'nueve let')
  await remove(user, _id)
  const json = { title: '', content: '' }
  expect((await user.call('POST', '/api/notes', { json })).status).toBe(507)
  const edit = (title: string) =>
    user.call('PUT', `/api/notes/${other._id}`, { json: { title, content: '' } })
  expect((await edit('once letras')).status).toBe(507)
  expect((await edit('otras diez')).status).toBe(200)
  expect((await restore(user, _id)).status).toBe(200)
  expect(await countsOf(host, user)).toEqual([2, 20, 0, 0])

  await remove(user, _id)
  await user.call('DELETE', '/api/trash')
  expect((await user.call('POST', '/api/notes', { json })).status).toBe(201)
})

test('a note past its days is in no trash, and is purged when a host starts', async ({ start }) => {
  const host = await start({ TRASH_DAYS: '3' })
  const user = await createUser(host)
  const [old, young] = [await user.addNote('vieja'), await user.addNote('joven')]
  for (const id of [old, young]) expect((await remove(user, id)).headers['notas-trash']).toBe('3')
  const age = 'UPDATE trash SET deleted_at = deleted_at - ? WHERE id = ?'
  await execute(host, age, 3 * DAY + 1000, old)
  await execute(host, age, 3 * DAY - 60_000, young)

  expect((await listTrash(user)).map(({ title }) => title)).toEqual(['joven'])
  expect((await user.call('GET', '/api/trash')).headers['notas-trash']).toBe('3')
  expect((await restore(user, old)).status).toBe(404)
  expect((await erase(user, old)).status).toBe(404)
  await start({ TRASH_DAYS: '3' })
  await expect.poll(() => countsOf(host, user)).toEqual([0, 0, 1, 5])
  expect((await restore(user, young)).status).toBe(200)
  await remove(user, young)

  const { origin } = await start({ TRASH_DAYS: '0' })
  await expect.poll(() => countsOf(host, user)).toEqual([0, 0, 0, 0])
  const here: User = {
    ...user,
    call: (method, path) => call({ origin }, method, path, { token: user.token }),
  }
  const { _id } = await createNote({ origin }, user, 'Recados')
  const deleted = await remove(here, _id)
  expect([deleted.status, deleted.headers['notas-trash']]).toEqual([204, undefined])
  expect(await listTrash(here)).toEqual([])
  expect((await here.call('GET', '/api/trash')).headers['notas-trash']).toBe(undefined)
  expect((await restore(here, _id)).status).toBe(404)
  expect(await countsOf(host, user)).toEqual([0, 0, 0, 0])
})

test('a clock that has jumped empties no trash, whichever way it jumped', async ({ start }) => {
  const host = await start()
  const user = await createUser(host)
  const id = await user.addNote('Compras')
  await remove(user, id)
  const { databaseUrl } = host
  const purgeAt = (ahead: number) =>
    withDatabase({ databaseUrl }, async (database) => {
      const stop = new AbortController()
      let purged: Promise<void> | undefined
      const jobs = {
        run: (_: string, work: () => Promise<void>) => {
          purged = work()
        },
      }
      const context = { database, trashDays: 30, jobs, now: () => Date.now() + ahead } as AppContext
      const purges = keepPurged(context, stop.signal)
      await purged
      stop.abort()
      await purges
    })
  const left = () => select(host, 'SELECT id FROM trash')

  for (const ahead of [40 * DAY, 40 * DAY, -20 * 365 * DAY, 0, 31 * DAY]) await purgeAt(ahead)
  expect(await left()).toEqual([{ id }])
  await execute(host, 'UPDATE trash SET deleted_at = deleted_at - ?', 33 * DAY)
  await purgeAt(0)
  expect(await left()).toEqual([])
})

test('a stopped purge does nothing; nodes that purge and restore do each once', async ({ api, user }) => {
  await fillTable(api, 'trash', user, 300, 10)
  const before = Date.now() + DAY
  await withDatabase(api, (database) => purgeTrash(database, before, AbortSignal.abort()))
  const ids = (await listTrash(user)).map(({ _id }) => _id)
  expect(ids).toHaveLength(300)

  const restored = await withDatabase(api, (one) =>
    withDatabase(api, async (other) => {
      const trash = { userId: await userIdOf(api, user), since: 0 }
      const { signal } = new AbortController()
      const restores = ids.map((id) => restoreNote(one, trash, id, Date.now()))
      await Promise.all([purgeTrash(one, before, signal), purgeTrash(other, before, signal)])
      return (await Promise.all(restores)).flatMap((stored) => stored?.note._id ?? [])
    }),
  )
  expect((await listNotes(api, user)).map(({ _id }) => _id).sort()).toEqual(restored.sort())
  expect(await listTrash(user)).toEqual([])
  expect(await countsOf(api, user)).toEqual(await storedCounts(api, user))
})

test('a long trash is listed and emptied', { tag: '@slow' }, async ({ api, user }) => {
  for (const [notes, length] of [
    [12, 700_000],
    [300, 2000],
    [2500, 0],
  ] as const) {
    await fillTable(api, 'trash', user, notes, length)
    const titles = Array.from({ length: notes }, (_, number) => `nota ${notes - number}`)
    expect((await listTrash(user)).map(({ title }) => title)).toEqual(titles)
    expect((await user.call('DELETE', '/api/trash')).status).toBe(204)
    expect(await listTrash(user)).toEqual([])
    expect(await countsOf(api, user)).toEqual([0, 0, 0, 0])
  }
})

test('other requests are answered while a long trash is emptied', { tag: '@slow' }, async ({ api, user }) => {
  test.slow()
  await fillTable(api, 'trash', user, 10_000)
  let isEmptying = true
  const emptied = user.call('DELETE', '/api/trash').finally(() => {
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

test('the counts are right whatever writes the notes and the trash', async ({ api, user }) => {
  const ids = [await user.addNote('ñandú', 'pan'), await user.addNote('Recados')]
  for (const id of ids) await remove(user, id)
  await execute(api, "UPDATE trash SET content = 'azúcar' WHERE id = ?", String(ids[0]))
  await execute(api, 'DELETE FROM trash WHERE id = ?', String(ids[1]))
  expect(await countsOf(api, user)).toEqual([0, 0, 1, 14])

  const id = await user.addNote('Compras')
  await execute(api, "UPDATE notes SET content = 'azúcar' WHERE id = ?", id)
  const insert = `INSERT INTO notes (id, user_id, title, content, version)
    SELECT email, id, 'ó', '', 7 FROM users WHERE email = ?`
  await execute(api, insert, user.email)
  expect(await countsOf(api, user)).toEqual([2, 16, 1, 14])

  // A delete of the release before is for good.
  await execute(api, 'UPDATE users SET notes_version = notes_version + 1 WHERE email = ?', user.email)
  await execute(api, 'DELETE FROM notes WHERE id = ?', id)
  expect((await listTrash(user)).map(({ title }) => title)).toEqual(['ñandú'])
  expect(await countsOf(api, user)).toEqual([1, 2, 1, 14])

  await execute(api, 'DELETE FROM users WHERE email = ?', user.email)
  expect(await select(api, 'SELECT id FROM trash WHERE id = ?', String(ids[0]))).toEqual([])
})

const remove = (user: User, id = '') => user.call('DELETE', `/api/notes/${id}`)
const restore = (user: User, id = '') => user.call('POST', `/api/trash/${id}/restore`)
const erase = (user: User, id = '') => user.call('DELETE', `/api/trash/${id}`)
const empty = (user: User, etag: string) =>
  user.call('DELETE', '/api/trash', { headers: { 'If-Match': etag } })
const listTrash = async (user: User) => jsonOf(await user.call('GET', '/api/trash')) as DeletedNote[]
const trashEtag = async (user: User) => String((await user.call('GET', '/api/trash')).headers.etag)

/** Notes and bytes, then the same of the trash, as the triggers count them. */
function countsOf(host: { databaseUrl: string }, user: User): Promise<number[]> {
  return numbersOf(host, user, ['notes_count', 'notes_bytes', 'trash_count', 'trash_bytes'])
}

function storedCounts(host: { databaseUrl: string }, user: User): Promise<number[]> {
  const bytes = 'octet_length(title) + octet_length(content)'
  const counts = ['notes', 'trash'].flatMap((table) =>
    ['1', bytes].map((value) => `(SELECT coalesce(sum(${value}), 0) FROM ${table} WHERE user_id = users.id)`),
  )
  return numbersOf(host, user, counts)
}

async function numbersOf(
  host: { databaseUrl: string },
  { email }: User,
  numbers: string[],
): Promise<number[]> {
  const names = [...'abcd']
  const columns = numbers.map((number, at) => `${number} AS ${names[at]}`)
  const [row = {}] = await select(host, `SELECT ${columns} FROM users WHERE email = ?`, email)
  return names.map((name) => Number(row[name]))
}
