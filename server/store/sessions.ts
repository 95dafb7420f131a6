import type { Database, Statement } from './database'

const DAY = 24 * 60 * 60 * 1000

/** A session ends so long after its last use, in milliseconds. */
export const LIFETIME = 30 * DAY

export type Session = { userId: string; notesVersion: number; isUseNoted: boolean }

/** False where the user is gone, or has another password than the one that was checked. */
export async function createSession(
  database: Database,
  session: { tokenHash: string; userId: string; passwordHash: string; now: number },
): Promise<boolean> {
  const [rows = []] = await database.write(
    {
      sql: `INSERT INTO sessions (token_hash, user_id, last_used_at)
        SELECT ?, id, ? FROM users WHERE id = ? AND password_hash = ?
        RETURNING user_id`,
      params: [session.tokenHash, session.now, session.userId, session.passwordHash],
    },
    // Those of this user that are over go with it.
    {
      sql: 'DELETE FROM sessions WHERE user_id = ? AND last_used_at <= ?',
      params: [session.userId, session.now - LIFETIME],
    },
  )
  return rows.length > 0
}

export async function findSession(
  database: Database,
  { tokenHash, now }: { tokenHash: string; now: number },
): Promise<Session | undefined> {
  const [row] = await database.read({
    sql: `SELECT users.id, users.notes_version, sessions.last_used_at
      FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE sessions.token_hash = ? AND sessions.last_used_at > ?`,
    params: [tokenHash, now - LIFETIME],
  })
  return (
    row && {
      userId: String(row.id),
      notesVersion: Number(row.notes_version),
      // To the day, so that not every request is a write.
      isUseNoted: Number(row.last_used_at) > now - DAY,
    }
  )
}

export async function noteUse(database: Database, tokenHash: string, now: number): Promise<void> {
  await database.write({
    sql: 'UPDATE sessions SET last_used_at = ? WHERE token_hash = ?',
    params: [now, tokenHash],
  })
}

export async function endSession(database: Database, tokenHash: string): Promise<void> {
  await database.write({ sql: 'DELETE FROM sessions WHERE token_hash = ?', params: [tokenHash] })
}

export async function endSessionsOfUser(database: Database, userId: string): Promise<void> {
  await database.write(sessionsEnd(userId))
}

export function sessionsEnd(userId: string): Statement {
  return { sql: 'DELETE FROM sessions WHERE user_id = ?', params: [userId] }
}
