import type { Note, NoteText } from '@/lib/domain/note'
import type { Database, Row, Statement } from './database'

/** A note, and the number that its latest edit had among all edits of its user. */
export type StoredNote = { note: Note; version: number }

/** Who changes something, and when, in milliseconds since 1970. */
type Change = { userId: string; now: number }

/** The JSON array of a user's notes, newest edit first, as the database writes it. */
export async function listNotesAsJson(database: Database, userId: string): Promise<string> {
  const [row] = await database.read({
    sql: `SELECT ${database.jsonArray("'_id', id, 'title', title, 'content', content", 'version DESC')} AS json
      FROM notes WHERE user_id = ?`,
    params: [userId],
  })
  return String(row?.json)
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

export async function createNote(
  database: Database,
  change: Change,
  id: string,
  { title, content }: NoteText,
): Promise<StoredNote | undefined> {
  const [, rows = []] = await database.write(nextVersion(change), {
    sql: `INSERT INTO notes (id, user_id, title, content, version)
      SELECT ?, id, ?, ?, notes_version FROM users WHERE id = ?
      RETURNING id, title, content, version`,
    params: [id, title, content, change.userId],
  })
  return rows[0] && storedNote(rows[0])
}

/**
 * Undefined where there is no such note or, where a version is expected, the note is no longer at it.
 */
export async function updateNote(
  database: Database,
  change: Change,
  id: string,
  { title, content }: NoteText,
  expectedVersion?: number,
): Promise<StoredNote | undefined> {
  const isExpected = expectedVersion !== undefined
  const [, rows = []] = await database.write(nextVersion(change), {
    sql: `UPDATE notes SET title = ?, content = ?, version = (SELECT notes_version FROM users WHERE users.id = ?)
      WHERE id = ? AND user_id = ?${isExpected ? ' AND version = ?' : ''}
      RETURNING id, title, content, version`,
    params: [title, content, change.userId, id, change.userId, ...(isExpected ? [expectedVersion] : [])],
  })
  return rows[0] && storedNote(rows[0])
}

/** False where there is no such note. */
export async function deleteNote(database: Database, change: Change, id: string): Promise<boolean> {
  const [, rows = []] = await database.write(nextVersion(change), {
    sql: 'DELETE FROM notes WHERE id = ? AND user_id = ? RETURNING id',
    params: [id, change.userId],
  })
  return rows.length > 0
}

/**
 * Opens every change of a user's notes: it numbers the change, and tells that the list is another now. By the
 * clock, so that no number comes again after an older database was put back.
 */
function nextVersion({ userId, now }: Change): Statement {
  return {
    sql: `UPDATE users SET notes_version = CASE WHEN notes_version < ? THEN ? ELSE notes_version + 1 END
      WHERE id = ?`,
    params: [now, now, userId],
  }
}

/** Of a row with the columns of a note. */
export function storedNote(row: Row): StoredNote {
  return {
    note: { _id: String(row.id), title: String(row.title), content: String(row.content) },
    version: Number(row.version),
  }
}
