import { randomUUID } from 'node:crypto'
import type { Database } from '@/server/store/database'
import { createNoteOnce } from '@/server/store/keyed-notes'
import { createNote, deleteNote, type NoteRefusal, type StoredNote, updateNote } from '@/server/store/notes'
import { openDatabase } from '@/server/store/open'
import { createSession } from '@/server/store/sessions'
import { restoreNote } from '@/server/store/trash'
import { createUser } from '@/server/store/users'
import { keepNewestVersions } from '@/server/store/versions'
import { atOnce } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql, writeBehind } from '../../support/database'

/** Room for 100 bytes of text and for two notes, each of which counts 300 bytes more. */
const QUOTA = { notes: 3, bytes: 700 }

let databaseUrl: string
let database: Database
let userId: string

test.beforeEach(async ({ databaseUrl: url }) => {
  databaseUrl = url
  database = await openDatabase(databaseUrl)
  userId = randomUUID()
  await createUser(database, { id: userId, userName: 'Ana', email: 'ana@x.es', passwordHash: 'x', now: 1 })
})

test.afterEach(async () => {
  await database.close()
})

test('an edit sees what another note has taken of the quota while it waited', async () => {
  const [note, other] = [await create(10), await create(10)]
  expect(await behind(grow(other), () => update(note, 60))).toBe('no-room')
  expect(await counts()).toEqual({ notes: 2, bytes: 70 })
})

test('an edit sees how long its own note has become while it waited', async () => {
  const note = await create(10)
  expect(await behind(grow(note), () => update(note, 90))).toMatchObject({ note: { _id: note.id } })
  expect(await counts()).toEqual({ notes: 1, bytes: 90 })
})

test('a new note sees what another has taken of the quota while it waited', async () => {
  const note = await create(10)
  expect(await behind(grow(note), () => createText(60))).toBe('no-room')
  expect(await counts()).toEqual({ notes: 1, bytes: 60 })
})

test('an edit of a version that changes while it waits stores nothing', async () => {
  const note = await create(10)
  expect(await behind(touch(note), () => update(note, 20, note.version))).toBe('changed')
  expect(await counts()).toEqual({ notes: 1, bytes: 10 })
})

test('an edit of a note that is deleted while it waits stores nothing', async () => {
  const note = await create(10)
  const remove = `DELETE FROM notes WHERE id = '${note.id}'`
  expect(await behind(remove, () => update(note, 20))).toBe('not-found')
  expect(await counts()).toEqual({ notes: 0, bytes: 0 })
})

test('a key sees that its note is deleted while it waits', async () => {
  const { id } = await create(10)
  const remove = `INSERT INTO trash (id, user_id, version, deleted_at, title, content)
      SELECT id, user_id, 9, 1, title, content FROM notes WHERE id = '${id}';
    DELETE FROM notes WHERE id = '${id}'`
  expect(await behind(remove, () => createOnce(id, 10))).toMatchObject({ note: { _id: id }, isInTrash: true })
  expect(await counts()).toEqual({ notes: 0, bytes: 0 })
})

test('a key sees that it creates its note while it waits', async () => {
  const id = randomUUID()
  const add = `INSERT INTO notes (id, user_id, title, content, version, created_version)
    SELECT '${id}', id, '', 'xxxxx', 9, 9 FROM users`
  const stored = { note: { _id: id, ...textOf(5) }, version: 9, isInTrash: false }
  expect(await behind(add, () => createOnce(id, 5))).toEqual(stored)
  expect(await counts()).toEqual({ notes: 1, bytes: 5 })
})

test('a delete of a version that changes while it waits changes nothing', async () => {
  const note = await create(10)
  const deletion = { userId, now: 1, keepsInTrash: true }
  const remove = () => deleteNote(database, deletion, note.id, note.version)
  expect(await behind(touch(note), remove)).toBe(false)
  expect(await counts()).toEqual({ notes: 1, bytes: 10 })
  const [user] = await database.read(sql('SELECT notes_version, trash_count FROM users'))
  expect([Number(user?.notes_version), Number(user?.trash_count)]).toEqual([note.version + 1, 0])
})

test('a login sees a password that changes while it waits', async () => {
  const session = { tokenHash: 'x', userId, passwordHash: 'x', network: '192.0.2.1', client: '', now: 1 }
  const start = () => createSession(database, session)
  expect(await behind("UPDATE users SET password_hash = 'y'", start)).toBe(false)
  expect(await database.read(sql('SELECT token_hash FROM sessions'))).toEqual([])
})

test('writes of two nodes never deadlock, and no version comes twice', { tag: '@slow' }, async () => {
  const nodes = [database, await openDatabase(databaseUrl)]
  const quota = { notes: 1000, bytes: 100_000 }
  const write = { userId, now: 1, quota, bytesWithVersions: quota.bytes }
  const ids = Array.from({ length: 5 }, () => randomUUID())
  const text = { title: 'Compras', content: 'pan' }
  await Promise.all(ids.map((id) => createNote(database, write, id, text)))

  const edits = await atOnce(200, async (number) => {
    const node = nodes[number % 2] as Database
    const id = ids[number % 5] as string
    if (number % 10 === 8) return createNote(node, write, randomUUID(), text)
    if (number % 10 === 9) {
      await deleteNote(node, { userId, now: 1, keepsInTrash: true }, id)
      return (await restoreNote(node, { userId, since: 0 }, id, 1)) ?? 'not-found'
    }
    const content = String(100 + number)
    const updated = await updateNote(node, { ...write, now: number * 3_600_000 }, id, { ...text, content })
    await keepNewestVersions(node, userId, id, 2)
    return updated
  })
  // A delete may have raised the version last.
  edits.push(await createNote(database, write, randomUUID(), text))
  const versions = edits.flatMap((stored) => (typeof stored === 'string' ? [] : [stored.version]))
  expect(versions.length).toBeGreaterThan(100)
  expect(new Set(versions).size).toBe(versions.length)
  const [user] = await database.read(sql('SELECT notes_version FROM users'))
  expect(Number(user?.notes_version)).toBe(Math.max(...versions))
  expect(await counts()).toEqual({ notes: 26, bytes: 260 })
  await nodes[1]?.close()
  await expect
    .poll(() =>
      database.read(sql('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')),
    )
    .toEqual([{ deadlocks: '0' }])
})

type Created = { id: string; version: number }

/** Commits a change of the user and the statement once `write` waits for them. */
function behind<Result>(statement: string, write: () => Promise<Result>): Promise<Result> {
  const change = 'UPDATE users SET notes_version = notes_version + 1'
  return writeBehind({ databaseUrl }, `${change}; ${statement}`, write)
}

const grow = ({ id }: Created) => `UPDATE notes SET content = repeat('x', 60) WHERE id = '${id}'`
const touch = ({ id }: Created) => `UPDATE notes SET version = version + 1 WHERE id = '${id}'`

async function create(bytes: number): Promise<Created> {
  const stored = await createText(bytes)
  if (typeof stored === 'string') throw new Error(stored)
  return { id: stored.note._id, version: stored.version }
}

function createText(bytes: number): Promise<StoredNote | NoteRefusal> {
  return createNote(database, { userId, now: 1, quota: QUOTA }, randomUUID(), textOf(bytes))
}

function createOnce(id: string, bytes: number) {
  return createNoteOnce(database, { userId, now: 1, quota: QUOTA, since: 0 }, id, textOf(bytes))
}

function update({ id }: Created, bytes: number, expectedVersion?: number): Promise<StoredNote | NoteRefusal> {
  const edit = { userId, now: 1, quota: QUOTA, bytesWithVersions: QUOTA.bytes }
  return updateNote(database, edit, id, textOf(bytes), expectedVersion)
}

function textOf(bytes: number): { title: string; content: string } {
  return { title: '', content: 'x'.repeat(bytes) }
}

async function counts(): Promise<{ notes: number; bytes: number }> {
  const [row] = await database.read(sql('SELECT notes_count, notes_bytes FROM users'))
  return { notes: Number(row?.notes_count), bytes: Number(row?.notes_bytes) }
}
