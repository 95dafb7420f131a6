import type { Note, NoteText } from '@/lib/domain/note'
import type { Database, Row, Statement } from './database'
import { BYTES, type Listing, listRows } from './list-rows'
import { lockUser } from './lock-user'

/** `version` is the number of the latest edit among all edits of the user. */
export type StoredNote = { note: Note; version: number }

/** Most notes of one account, and most bytes of their titles and contents in UTF-8. */
export type Quota = { notes: number; bytes: number }

export type Write = { userId: string; now: number; quota: Quota }

export const NOTE_PAIRS = "'_id', id, 'title', title, 'content', content"

/** All notes of the user, newest edit first, as JSON arrays. */
export function listNotes(database: Database, userId: string, listing: Listing): AsyncGenerator<Buffer> {
  const source = { table: 'notes', pairs: NOTE_PAIRS, condition: 'user_id = ?', params: [userId] } as const
  return listRows(database, source, listing)
}

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
  const [[row] = []] = await database.write({
    sql: `INSERT INTO notes (id, user_id, title, content, version)
      SELECT ?, id, ?, ?, ${NEXT_VERSION} FROM users
      WHERE id = ? AND ${HAS_ROOM} ${database.rowLock}
      RETURNING version`,
    params: [id, text.title, text.content, now, now, userId, ...roomFor(text, quota)],
  })
  if (row) return storedNote({ ...text, ...row, id })
  return (await hasUser(database, userId)) ? 'no-room' : 'not-found'
}

/** Whether the user has room for one more note. */
export const HAS_ROOM = 'notes_count + trash_count < ? AND notes_bytes + trash_bytes + ? <= ?'

/** Parameters of HAS_ROOM. */
export function roomFor(text: NoteText, quota: Quota): [number, number, number] {
  return [quota.notes, bytesOf(text), quota.bytes]
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
          AND (? <= ${BYTES} OR notes_bytes + trash_bytes - (${BYTES}) + ? <= ?) ${database.rowLock}
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

type Deletion = { userId: string; now: number; keepsInTrash: boolean }

/** Changes nothing if the note is not at the expected version. */
export async function deleteNote(
  database: Database,
  { userId, now, keepsInTrash }: Deletion,
  id: string,
  expectedVersion?: number,
): Promise<boolean> {
  const isExpected = expectedVersion !== undefined
  const condition = `notes.id = ? AND notes.user_id = ? ${isExpected ? 'AND version = ?' : ''}`
  const params = [id, userId, ...(isExpected ? [expectedVersion] : [])]
  const toTrash: Statement = {
    sql: `INSERT INTO trash (id, user_id, version, deleted_at, title, content, created_version)
      SELECT notes.id, users.id, notes_version, ?, title, content, created_version
      FROM users JOIN notes ON notes.user_id = users.id WHERE ${condition}`,
    params: [now, ...params],
  }
  const results = await database.write(
    // The condition of the next statement would be evaluated before the lock that it waits for.
    ...(isExpected ? [lockUser(database, userId)] : []),
    {
      sql: `UPDATE users SET notes_version = ${NEXT_VERSION}
        WHERE id = ? ${isExpected ? `AND EXISTS (SELECT 1 FROM notes WHERE ${condition})` : ''}`,
      params: [now, now, userId, ...(isExpected ? params : [])],
    },
    ...(keepsInTrash ? [toTrash] : []),
    { sql: `DELETE FROM notes WHERE ${condition} RETURNING id`, params },
  )
  return (results.at(-1)?.length ?? 0) > 0
}

async function hasUser(database: Database, userId: string): Promise<boolean> {
  const rows = await database.read({ sql: 'SELECT id FROM users WHERE id = ?', params: [userId] })
  return rows.length > 0
}

/** Uses the clock, so that no version repeats after an older backup is restored. A trigger copies it to `users`. */
export const NEXT_VERSION = 'CASE WHEN notes_version < ? THEN ? ELSE notes_version + 1 END'

function bytesOf({ title, content }: NoteText): number {
  return Buffer.byteLength(title) + Buffer.byteLength(content)
}

export function storedNote(row: Row): StoredNote {
  return {
    note: { _id: String(row.id), title: String(row.title), content: String(row.content) },
    version: Number(row.version),
  }
}
