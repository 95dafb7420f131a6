import type { Database, Statement } from './database'
import { type StoredNote, storedNote } from './notes'

const DAY = 24 * 60 * 60 * 1000

/** A session ends so long after its last use, in milliseconds. */
export const LIFETIME = 30 * DAY

export type Session = {
  userId: string
  notesVersion: number
  isUseNoted: boolean
  /** Where one was asked for, and is this user's. */
  note: StoredNote | undefined
}

/** False where the user is gone, or has another password than the one that was checked, if one was. */
export async function createSession(
  database: Database,
  session: { tokenHash: string; userId: string; passwordHash?: string; now: number },
): Promise<boolean> {
  const { passwordHash } = session
  const isChecked = passwordHash !== undefined
  const [, rows = []] = await database.write(
    // Waits for a change of the password that is under way, so that the next statement sees it.
    { sql: 'UPDATE users SET id = id WHERE id = ?', params: [session.userId] },
    {
      sql: `INSERT INTO sessions (token_hash, user_id, last_used_at)
        SELECT ?, id, ? FROM users WHERE id = ?${isChecked ? ' AND password_hash = ?' : ''}
        RETURNING user_id`,
      params: [session.tokenHash, session.now, session.userId, ...(isChecked ? [passwordHash] : [])],
    },
    // Those of this user that are over go with it.
    {
      sql: 'DELETE FROM sessions WHERE user_id = ? AND last_used_at <= ?',
      params: [session.userId, session.now - LIFETIME],
    },
  )
  return rows.length > 0
}

const SESSION = 'users.id AS user_id, users.notes_version, sessions.last_used_at'
const OF_TOKEN = 'WHERE sessions.token_hash = ? AND sessions.last_used_at > ?'

/** The living session of a token, and with it one of its user's notes. */
export async function findSession(
  database: Database,
  { tokenHash, now, noteId }: { tokenHash: string; now: number; noteId?: string | undefined },
): Promise<Session | undefined> {
  const ofToken = [tokenHash, now - LIFETIME]
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
      // To the day, so that not every request is a write.
      isUseNoted: Number(row.last_used_at) > now - DAY,
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

/** Those too that a code would open. With a password's hash, only where that is the user's. */
export function deleteSessions(userId: string, passwordHash?: string): Statement[] {
  const isChecked = passwordHash !== undefined
  const user = isChecked ? '(SELECT id FROM users WHERE id = ? AND password_hash = ?)' : '?'
  return ['sessions', 'sign_in_codes'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE user_id = ${user}`,
    params: [userId, ...(isChecked ? [passwordHash] : [])],
  }))
}
