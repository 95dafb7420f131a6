import { restSince } from '../fairness/yield-to-others'
import type { Database } from './database'
import { lockUser } from './lock-user'
import { deleteResetLinks } from './reset-links'
import { deleteSessions, HAS_SESSION } from './sessions'
import { NO_PASSWORD } from './users'

/** `passwordHash` is undefined for an account without a password, which signs in with a provider. */
export type Account = {
  email: string
  userName: string
  passwordHash: string | undefined
  isEmailVerified: boolean
}

/** The session that asks, and the password hash with which its request was confirmed. */
type Confirmed = { tokenHash: string; passwordHash: string | undefined }

const NOTES_PER_WRITE = 200

export async function findAccount(database: Database, userId: string): Promise<Account | undefined> {
  const [user] = await database.read({
    sql: 'SELECT email, user_name, password_hash, is_email_proved FROM users WHERE id = ?',
    params: [userId],
  })
  return (
    user && {
      email: String(user.email),
      userName: String(user.user_name),
      passwordHash: user.password_hash === NO_PASSWORD ? undefined : String(user.password_hash),
      isEmailVerified: Number(user.is_email_proved) === 1,
    }
  )
}

/** Also ends all other sessions, login codes and links. False if session or password are no longer as confirmed. */
export async function changePassword(
  database: Database,
  userId: string,
  { tokenHash, passwordHash = NO_PASSWORD }: Confirmed,
  newPasswordHash: string,
): Promise<boolean> {
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    {
      sql: `UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ? AND ${HAS_SESSION} RETURNING id`,
      params: [newPasswordHash, userId, passwordHash, tokenHash, userId],
    },
    // These delete nothing if the change was refused, since the user does not have the new hash.
    ...deleteSessions(userId, newPasswordHash, tokenHash),
    deleteResetLinks(userId, newPasswordHash),
  )
  return rows.length > 0
}

/**
 * Foreign keys cascade from the user. With `confirmed`, stops and resolves to false once session or password are no
 * longer as confirmed.
 */
export async function deleteUser(
  database: Database,
  userId: string,
  confirmed?: Confirmed,
): Promise<boolean> {
  const condition = confirmed
    ? `AND ${HAS_SESSION} AND EXISTS (SELECT 1 FROM users WHERE id = ? AND password_hash = ?)`
    : ''
  const params = confirmed
    ? [userId, confirmed.tokenHash, userId, userId, confirmed.passwordHash ?? NO_PASSWORD]
    : [userId]
  for (const table of ['notes', 'trash'] as const) {
    const batch = {
      sql: `DELETE FROM ${table} WHERE id IN (
          SELECT id FROM ${table} WHERE user_id = ? ${condition} LIMIT ${NOTES_PER_WRITE}
        ) RETURNING id`,
      params,
    }
    for (let isLast = false; !isLast; ) {
      const start = performance.now()
      // Locked first, in the order of other writes, so that neither waits for the other.
      const [, deleted = []] = await database.write(lockUser(database, userId), batch)
      isLast = deleted.length < NOTES_PER_WRITE
      if (!isLast) await restSince(start)
    }
  }

  const [, rows = []] = await database.write(lockUser(database, userId), {
    sql: `DELETE FROM users WHERE id = ? ${condition} RETURNING id`,
    params,
  })
  return rows.length > 0
}
