import type { Note, NoteText } from '@/lib/domain/note'
import { LARGE_BYTES } from '../pace/sizes'
import { type Database, fixedSql, lockUser, type Row, type Statement, sql } from './database'
import { BYTES, type Listing, listRows } from './list-rows'
import { NOTES_AND_TRASH, ROW_BYTES } from './stored-bytes'

/** `version` is the number of the latest edit among all edits of the user; `keptAt` undefined without earlier versions. */
export type StoredNote = { note: Note; version: number; keptAt: number | undefined }

/** Most notes of one account, and most bytes: of their titles and contents in UTF-8, and ROW_BYTES for each. */
export type Quota = { notes: number; bytes: number }

/** `condition` is SQL on the user's row that begins with AND. */
export type NoteWrite = { userId: string; now: number; quota: Quota; condition?: Statement }

/** Notes, trash and versions have at most `bytesWithVersions`: above it versions give way. */
export type NoteEdit = NoteWrite & { bytesWithVersions: number }

const VERSION_INTERVAL_MS = 60 * 60 * 1000

export const NOTE_PAIRS = "'_id', id, 'title', title, 'content', content"

export function listNotes(database: Database, userId: string, listing: Listing): AsyncGenerator<Buffer> {
  return listRows(
    database,
    { table: 'notes', pairs: NOTE_PAIRS, condition: sql`user_id = ${userId}` },
    listing,
  )
}

export async function countNotes(database: Database, userId: string): Promise<number> {
  const [row] = await database.read(sql`SELECT count(*) AS notes FROM notes WHERE user_id = ${userId}`)
  return Number(row?.notes)
}

export async function findNote(
  database: Database,
  userId: string,
  id: string,
): Promise<StoredNote | undefined> {
  const [row] = await database.read(
    sql`SELECT title, content, version, kept_at FROM notes WHERE id = ${id} AND user_id = ${userId}`,
  )
  return row && storedNote(id, row, row)
}

/** Reads a note with a row of `sessions`, without a content that is too large to be read before its response has a turn. */
export function joinNote(id: string): Statement {
  return sql`LEFT JOIN notes ON notes.id = ${id} AND notes.user_id = sessions.user_id`
}

/** JSON needs up to six bytes for one of a note. */
const LARGE_NOTE_BYTES = Math.floor(LARGE_BYTES / 6)

export const JOINED_NOTE_COLUMNS = fixedSql(
  `notes.id, title, notes.version, kept_at,
    CASE WHEN octet_length(content) <= ${LARGE_NOTE_BYTES} THEN content END AS content`,
)

export function joinedNote(row: Row): StoredNote | 'large' | undefined {
  if (typeof row.id !== 'string') return undefined
  return row.content === null ? 'large' : storedNote(row.id, row, row)
}

const EMPTY_NOTE_BYTES = 72

export function listBytesOf({ notes_bytes, notes_count }: Row): number {
  return Number(notes_bytes) + Number(notes_count) * EMPTY_NOTE_BYTES
}

export type NoteRefusal = 'no-user' | 'no-room' | 'not-found' | 'changed' | 'other-text'

export async function createNote(
  database: Database,
  { userId, now, quota, condition = fixedSql('') }: NoteWrite,
  id: string,
  text: NoteText,
): Promise<StoredNote | NoteRefusal> {
  const [[row] = []] = await database.write(
    sql`INSERT INTO notes (id, user_id, title, content, version)
      SELECT ${id}, id, ${text.title}, ${text.content}, ${nextVersion(now)} FROM users
      WHERE id = ${userId} AND ${hasRoom(text, quota)} ${condition} ${fixedSql(database.rowLock)}
      RETURNING version`,
  )
  if (row) return storedNote(id, text, row)
  const [user] = await database.read(sql`SELECT id FROM users WHERE id = ${userId}`)
  return user ? 'no-room' : 'no-user'
}

export function hasRoom(text: NoteText, quota: Quota): Statement {
  return sql`notes_count + trash_count < ${quota.notes} AND ${NOTES_AND_TRASH} + ${addedBytesOf(text)} <= ${quota.bytes}`
}

export async function updateNote(
  database: Database,
  { userId, now, quota, bytesWithVersions, condition = fixedSql('') }: NoteEdit,
  id: string,
  text: NoteText,
  expectedVersion?: number,
): Promise<StoredNote | NoteRefusal> {
  const bytes = bytesOf(text)
  // Conditions outside the locked rows would compare the note before a concurrent edit with the user after it.
  const [[row] = []] = await database.write(
    sql`UPDATE notes SET title = new_title, content = new_content, version = next_version,
        kept_at = CASE WHEN may_keep AND (title <> new_title OR content <> new_content) THEN ${now} ELSE kept_at END
      FROM (
        SELECT notes.id, ${text.title} AS new_title, ${text.content} AS new_content, ${nextVersion(now)} AS next_version,
          (kept_at IS NULL OR abs(${now} - kept_at) >= ${VERSION_INTERVAL_MS})
            AND ${NOTES_AND_TRASH} <= ${bytesWithVersions - bytes} AS may_keep
        FROM users JOIN notes ON notes.user_id = users.id
        WHERE users.id = ${userId} AND notes.id = ${id} ${andVersion(expectedVersion)} ${condition}
          AND (${bytes} <= ${BYTES} OR ${NOTES_AND_TRASH} - (${BYTES}) + ${bytes} <= ${quota.bytes})
        ${fixedSql(database.rowLock)}
      ) AS edited
      WHERE notes.id = ${id} AND notes.user_id = ${userId}
      RETURNING version, kept_at`,
  )
  if (row) return storedNote(id, text, row)
  const found = await findNote(database, userId, id)
  if (!found) return 'not-found'
  return expectedVersion === undefined || found.version === expectedVersion ? 'no-room' : 'changed'
}

type Deletion = { userId: string; now: number; keepsInTrash: boolean }

/** Returns false, and changes nothing, if the note is missing or not at the expected version. */
export async function deleteNote(
  database: Database,
  { userId, now, keepsInTrash }: Deletion,
  id: string,
  expectedVersion?: number,
): Promise<boolean> {
  const isExpected = expectedVersion !== undefined
  const condition = sql`notes.id = ${id} AND notes.user_id = ${userId} ${andVersion(expectedVersion)}`
  const toTrash = sql`INSERT INTO trash (id, user_id, version, deleted_at, title, content, created_version, saved_at)
    SELECT notes.id, users.id, notes_version, ${now}, title, content, created_version,
      coalesce(CASE restored_version WHEN version THEN saved_at END, version)
    FROM users JOIN notes ON notes.user_id = users.id WHERE ${condition}`
  const results = await database.write(
    // The condition of the next statement would be evaluated before the lock that it waits for.
    ...(isExpected ? [lockUser(database, userId)] : []),
    sql`UPDATE users SET notes_version = ${nextVersion(now)}
      WHERE id = ${userId} ${isExpected ? sql`AND EXISTS (SELECT 1 FROM notes WHERE ${condition})` : fixedSql('')}`,
    ...(keepsInTrash ? [toTrash] : []),
    sql`DELETE FROM notes WHERE ${condition} RETURNING id`,
  )
  return (results.at(-1)?.length ?? 0) > 0
}

/** Uses the clock, so that no version repeats after an older backup is restored. A trigger copies it to `users`. */
export function nextVersion(now: number): Statement {
  return sql`CASE WHEN notes_version < ${now} THEN ${now} ELSE notes_version + 1 END`
}

function andVersion(expected: number | undefined): Statement {
  return expected === undefined ? fixedSql('') : sql`AND version = ${expected}`
}

/** What a write adds at most: a row with the text, or a longer text and the row of a version. */
export function addedBytesOf(text: NoteText): number {
  return bytesOf(text) + ROW_BYTES
}

function bytesOf({ title, content }: NoteText): number {
  return Buffer.byteLength(title) + Buffer.byteLength(content)
}

export function storedNote(id: string, { title, content }: Row, { version, kept_at }: Row): StoredNote {
  return {
    note: { _id: id, title: String(title), content: String(content) },
    version: Number(version),
    keptAt: Number(kept_at ?? 0) || undefined,
  }
}
