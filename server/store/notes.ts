import type { Note, NoteText } from '@/lib/domain/note'
import type { Database, Row, Statement } from './database'

/** `version` is the number of the latest edit among all edits of the user. */
export type StoredNote = { note: Note; version: number }

type Change = { userId: string; now: number }

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

/** Undefined if there is no such note or it is not at the expected version. */
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

export async function deleteNote(database: Database, change: Change, id: string): Promise<boolean> {
  const [, rows = []] = await database.write(nextVersion(change), {
    sql: 'DELETE FROM notes WHERE id = ? AND user_id = ? RETURNING id',
    params: [id, change.userId],
  })
  return rows.length > 0
}

/** Uses the clock as version, so that none repeats after an older backup is restored. */
function nextVersion({ userId, now }: Change): Statement {
  return {
    sql: `UPDATE users SET notes_version = CASE WHEN notes_version < ? THEN ? ELSE notes_version + 1 END
      WHERE id = ?`,
    params: [now, now, userId],
  }
}

export function storedNote(row: Row): StoredNote {
  return {
    note: { _id: String(row.id), title: String(row.title), content: String(row.content) },
    version: Number(row.version),
  }
}
