import type { Database, Statement } from './database'
import { type StoredNote, storedNote } from './notes'

const DAY_MS = 24 * 60 * 60 * 1000

export const SESSION_LIFETIME_MS = 30 * DAY_MS

export type Session = {
  userId: string
  notesVersion: number
  /** True once a day. */
  needsTouch: boolean
  note: StoredNote | undefined
}

/** False if the user is gone or no longer has the given password hash. Also deletes expired sessions. */
export async function createSession(
  database: Database,
  session: { tokenHash: string; userId: string; passwordHash?: string; now: number },
): Promise<boolean> {
  const { passwordHash } = session
  const isChecked = passwordHash !== undefined
  const [, rows = []] = await database.write(
    // Locks the row: the next statement must see a concurrent change of the password.
    { sql: 'UPDATE users SET id = id WHERE id = ?', params: [session.userId] },
    {
      sql: `INSERT INTO sessions (token_hash, user_id, last_used_at)
        SELECT ?, id, ? FROM users WHERE id = ?${isChecked ? ' AND password_hash = ?' : ''}
        RETURNING user_id`,
      params: [session.tokenHash, session.now, session.userId, ...(isChecked ? [passwordHash] : [])],
    },
    {
      sql: 'DELETE FROM sessions WHERE user_id = ? AND last_used_at <= ?',
      params: [session.userId, session.now - SESSION_LIFETIME_MS],
    },
  )
  return rows.length > 0
}

const SESSION = 'users.id AS user_id, users.notes_version, sessions.last_used_at'
const OF_TOKEN = 'WHERE sessions.token_hash = ? AND sessions.last_used_at > ?'

export async function findSession(
  database: Database,
  { tokenHash, now, noteId }: { tokenHash: string; now: number; noteId?: string | undefined },
): Promise<Session | undefined> {
  const ofToken = [tokenHash, now - SESSION_LIFETIME_MS]
  const [row] = await database.read(
    noteId === undefined
      ? {
          sql: `SELECT ${SESSION} FROM sessions JOIN users ON users.id = sessions.user_id ${OF_TOKEN}`,
          params: ofToken,
        }
      : {
          sql: `SELECT ${SESSION}, notes.id, notes.title, notes.content, notes.version
            FROM sessions JOIN users ON users.id = sessions.user_id
            LEFT JOIN notes ON notes.id = ? AND notes.user_id = users.id ${OF_TOKEN}`,
          params: [noteId, ...ofToken],
        },
  )
  return (
    row && {
      userId: String(row.user_id),
      notesVersion: Number(row.notes_version),
      /** True once a day. */
      needsTouch: Number(row.last_used_at) <= now - DAY_MS,
      note: typeof row.id === 'string' ? storedNote(row) : undefined,
    }
  )
}

export async function touchSession(database: Database, tokenHash: string, now: number): Promise<void> {
  await database.write({
    sql: 'UPDATE sessions SET last_used_at = ? WHERE token_hash = ?',
    params: [now, tokenHash],
  })
}

export async function endSession(database: Database, tokenHash: string): Promise<void> {
  await database.write({ sql: 'DELETE FROM sessions WHERE token_hash = ?', params: [tokenHash] })
}

export async function endSessionsOfUser(database: Database, userId: string): Promise<void> {
  await database.write(...deleteSessions(userId))
}

/** Includes login codes. With a password hash, deletes only if the user has it. */
export function deleteSessions(userId: string, passwordHash?: string): Statement[] {
  const isChecked = passwordHash !== undefined
  const user = isChecked ? '(SELECT id FROM users WHERE id = ? AND password_hash = ?)' : '?'
  return ['sessions', 'sign_in_codes'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE user_id = ${user}`,
    params: [userId, ...(isChecked ? [passwordHash] : [])],
  }))
}
