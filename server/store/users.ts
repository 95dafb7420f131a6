import type { Registration } from '@/lib/domain/credentials'
import type { Database } from './database'
import { deleteResetLinks } from './reset-links'
import { deleteSessions, IS_LIVING, livingAt } from './sessions'

type NewUser = Omit<Registration, 'password'> & { id: string; passwordHash: string; now: number }

type StoredUser = {
  id: string
  passwordHash: string | undefined
  isEmailVerified: boolean
}

export type UserSummary = {
  email: string
  userName: string
  createdAt: number
  notes: number
  sessions: number
  lastUsedAt: number | undefined
}

export const NO_PASSWORD = ''

export async function createUser(database: Database, user: NewUser): Promise<boolean> {
  const [rows = []] = await database.write({
    sql: `INSERT INTO users (id, user_name, email, password_hash, notes_version, created_at) VALUES (?, ?, ?, ?, 0, ?)
      ON CONFLICT (email) DO NOTHING RETURNING id`,
    params: [user.id, user.userName, user.email, user.passwordHash, user.now],
  })
  return rows.length > 0
}

export async function findUserByEmail(database: Database, email: string): Promise<StoredUser | undefined> {
  const [user] = await database.read({
    sql: 'SELECT id, password_hash, is_email_proved FROM users WHERE email = ?',
    params: [email],
  })
  return (
    user && {
      id: String(user.id),
      passwordHash: user.password_hash === NO_PASSWORD ? undefined : String(user.password_hash),
      isEmailVerified: Number(user.is_email_proved) === 1,
    }
  )
}

export async function listUsers(database: Database, now: number): Promise<UserSummary[]> {
  const rows = await database.read({
    sql: `SELECT email, user_name, created_at,
        notes_count AS notes,
        (SELECT count(*) FROM sessions WHERE user_id = users.id AND ${IS_LIVING}) AS sessions,
        (SELECT max(last_used_at) FROM sessions WHERE user_id = users.id) AS last_used_at
      FROM users ORDER BY email`,
    params: livingAt(now),
  })
  return rows.map((row) => ({
    email: String(row.email),
    userName: String(row.user_name),
    createdAt: Number(row.created_at),
    notes: Number(row.notes),
    sessions: Number(row.sessions),
    lastUsedAt: row.last_used_at === null ? undefined : Number(row.last_used_at),
  }))
}

/** Stores another hash of the same password, unless the password has changed meanwhile. */
export async function replacePasswordHash(
  database: Database,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await database.write({
    sql: 'UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?',
    params: [to, userId, from],
  })
}

/** Also ends all sessions and links. */
export async function replacePassword(
  database: Database,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await database.write(
    { sql: 'UPDATE users SET password_hash = ? WHERE id = ?', params: [passwordHash, userId] },
    ...deleteSessions(userId),
    deleteResetLinks(userId),
  )
}
