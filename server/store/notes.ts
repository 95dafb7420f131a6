import type { Note, NoteText } from '@/lib/domain/note'
import { giveWay, restSince } from '../give-way'
import type { Database, Row } from './database'

/** `version` is the number of the latest edit among all edits of the user. */
export type StoredNote = { note: Note; version: number }

/** Most notes of one account, and most bytes of their titles and contents in UTF-8. */
export type Quota = { notes: number; bytes: number }

type Write = { userId: string; now: number; quota: Quota }

/** Rows of an index page, and notes and bytes of a content page: each page is read in a few milliseconds. */
const INDEX_PAGE = 1000
const PAGE = { notes: 100, bytes: 128 * 1024 }

/** `bytes` is about the length of the list. */
type Listing = { bytes: number; rests: boolean }

/** All notes of the user, newest edit first, as JSON arrays between which other requests are served. */
export async function* listNotes(
  database: Database,
  userId: string,
  { bytes, rests }: Listing,
): AsyncGenerator<Buffer> {
  if (bytes <= PAGE.bytes) {
    yield await findAllAsJson(database, userId)
    return
  }
  const pause = rests ? restSince : giveWay
  for (const ids of pagesOf(await indexNotes(database, userId, pause))) {
    const start = performance.now()
    yield await findNotesAsJson(database, ids)
    await pause(start)
  }
}

type IndexEntry = { id: string; bytes: number }

/** Every note that existed when the last page was read, each once, whatever was edited between the pages. */
async function indexNotes(
  database: Database,
  userId: string,
  pause: (start: number) => Promise<void>,
): Promise<IndexEntry[]> {
  let start = performance.now()
  const rows = await indexPage(database, userId, Number.MAX_SAFE_INTEGER)
  const newest = Number(rows[0]?.version)
  for (let page = rows; page.length === INDEX_PAGE; ) {
    await pause(start)
    start = performance.now()
    page = await indexPage(database, userId, Number(page.at(-1)?.version))
    rows.push(...page)
  }
  const edited = rows.length < INDEX_PAGE ? [] : await indexOfEdited(database, userId, newest)
  const editedIds = new Set(edited.map(({ id }) => id))
  return [...edited, ...rows.filter(({ id }) => !editedIds.has(id))].map(({ id, bytes }) => ({
    id: String(id),
    bytes: Number(bytes),
  }))
}

const BYTES = 'octet_length(title) + octet_length(content)'

function indexPage(database: Database, userId: string, before: number): Promise<Row[]> {
  return database.read({
    sql: `SELECT id, version, ${BYTES} AS bytes FROM notes WHERE user_id = ? AND version < ?
      ORDER BY version DESC LIMIT ${INDEX_PAGE}`,
    params: [userId, before],
  })
}

function indexOfEdited(database: Database, userId: string, since: number): Promise<Row[]> {
  return database.read({
    sql: `SELECT id, ${BYTES} AS bytes FROM notes WHERE user_id = ? AND version > ? ORDER BY version DESC`,
    params: [userId, since],
  })
}

function* pagesOf(index: IndexEntry[]): Generator<string[]> {
  let ids: string[] = []
  let size = 0
  for (const { id, bytes } of index) {
    if (ids.length === PAGE.notes || (ids.length > 0 && size + bytes > PAGE.bytes)) {
      yield ids
      ids = []
      size = 0
    }
    ids.push(id)
    size += bytes
  }
  if (ids.length > 0) yield ids
}

function findAllAsJson(database: Database, userId: string): Promise<Buffer> {
  return findAsJson(database, 'user_id = ?', [userId])
}

/** Deleted notes are left out. */
function findNotesAsJson(database: Database, ids: string[]): Promise<Buffer> {
  const padded = Array.from({ length: PAGE.notes }, (_, at) => ids[at] ?? '')
  return findAsJson(database, `id IN (${PLACEHOLDERS})`, padded)
}

async function findAsJson(database: Database, condition: string, params: string[]): Promise<Buffer> {
  const notes = database.jsonArray("'_id', id, 'title', title, 'content', content", 'version DESC')
  const [row] = await database.read({ sql: `SELECT ${notes} AS json FROM notes WHERE ${condition}`, params })
  const json = row?.json
  return json instanceof Uint8Array
    ? Buffer.from(json.buffer, json.byteOffset, json.byteLength)
    : Buffer.from(String(json))
}

const PLACEHOLDERS = Array(PAGE.notes).fill('?').join()

export async function countNotes(database: Database, userId: string): Promise<number> {
  const [row] = await database.read({
    sql: 'SELECT count(*) AS notes FROM notes WHERE user_id = ?',
    params: [userId],
  })
  return Number(row?.notes)
}

export async function findNote(
  database: Database,
  userId: string,
  id: string,
): Promise<StoredNote | undefined> {
  const rows = await database.read({
    sql: 'SELECT id, title, content, version FROM notes WHERE id = ? AND user_id = ?',
    params: [id, userId],
  })
  return rows[0] && storedNote(rows[0])
}

/** The note that was stored, or why none was: its user or itself is gone, or the quota is used up. */
export type Stored = StoredNote | 'not-found' | 'no-room'

export async function createNote(
  database: Database,
  { userId, now, quota }: Write,
  id: string,
  text: NoteText,
): Promise<Stored> {
  const bytes = bytesOf(text)
  const [[row] = []] = await database.write({
    sql: `INSERT INTO notes (id, user_id, title, content, version)
      SELECT ?, id, ?, ?, ${NEXT_VERSION} FROM users
      WHERE id = ? AND notes_count < ? AND notes_bytes + ? <= ? ${database.rowLock}
      RETURNING version`,
    params: [id, text.title, text.content, now, now, userId, quota.notes, bytes, quota.bytes],
  })
  if (row) return storedNote({ ...text, ...row, id })
  return (await hasUser(database, userId)) ? 'no-room' : 'not-found'
}

/** Stores nothing if the note is not at the expected version, or grows over the quota. */
export async function updateNote(
  database: Database,
  { userId, now, quota }: Write,
  id: string,
  text: NoteText,
  expectedVersion?: number,
): Promise<Stored> {
  const bytes = bytesOf(text)
  const isExpected = expectedVersion !== undefined
  // Conditions outside the locked rows would compare the note before a concurrent edit with the user after it.
  const [[row] = []] = await database.write({
    sql: `UPDATE notes SET title = ?, content = ?, version = edited.next_version
      FROM (
        SELECT notes.id, ${NEXT_VERSION} AS next_version
        FROM users JOIN notes ON notes.user_id = users.id
        WHERE users.id = ? AND notes.id = ? ${isExpected ? 'AND version = ?' : ''}
          AND (? <= ${BYTES} OR notes_bytes - (${BYTES}) + ? <= ?) ${database.rowLock}
      ) AS edited
      WHERE notes.id = edited.id
      RETURNING version`,
    params: [
      text.title,
      text.content,
      now,
      now,
      userId,
      id,
      ...(isExpected ? [expectedVersion] : []),
      bytes,
      bytes,
      quota.bytes,
    ],
  })
  if (row) return storedNote({ ...text, ...row, id })
  const found = await findNote(database, userId, id)
  return found && (!isExpected || found.version === expectedVersion) ? 'no-room' : 'not-found'
}

export async function deleteNote(
  database: Database,
  userId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const [, rows = []] = await database.write(
    { sql: `UPDATE users SET notes_version = ${NEXT_VERSION} WHERE id = ?`, params: [now, now, userId] },
    { sql: 'DELETE FROM notes WHERE id = ? AND user_id = ? RETURNING id', params: [id, userId] },
  )
  return rows.length > 0
}

async function hasUser(database: Database, userId: string): Promise<boolean> {
  const rows = await database.read({ sql: 'SELECT id FROM users WHERE id = ?', params: [userId] })
  return rows.length > 0
}

/** Uses the clock, so that no version repeats after an older backup is restored. A trigger copies it to `users`. */
const NEXT_VERSION = 'CASE WHEN notes_version < ? THEN ? ELSE notes_version + 1 END'

function bytesOf({ title, content }: NoteText): number {
  return Buffer.byteLength(title) + Buffer.byteLength(content)
}

export function storedNote(row: Row): StoredNote {
  return {
    note: { _id: String(row.id), title: String(row.title), content: String(row.content) },
    version: Number(row.version),
  }
}
