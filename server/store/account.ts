import { restSince } from '../fairness/yield-to-others'
import { type Database, fixedSql, lockUser, sql } from './database'
import { deleteResetLinks } from './reset-links'
import { deleteSessions, hasSession } from './sessions'
import { NO_PASSWORD } from './users'

type Confirmed = { tokenHash: string; passwordHash: string | undefined }

const NOTES_PER_WRITE = 200
const LIMIT_WRITE = fixedSql(`LIMIT ${NOTES_PER_WRITE}`)

/** Also ends other sessions, login codes and links. Returns false if the session has ended or the password has changed since it was checked. */
export async function changePassword(
  database: Database,
  userId: string,
  { tokenHash, passwordHash = NO_PASSWORD }: Confirmed,
  newPasswordHash: string,
): Promise<boolean> {
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    sql`UPDATE users SET password_hash = ${newPasswordHash}
      WHERE id = ${userId} AND password_hash = ${passwordHash} AND ${hasSession(userId, tokenHash)} RETURNING id`,
    // These delete nothing if the change was refused, since the user does not have the new hash.
    ...deleteSessions(userId, newPasswordHash, tokenHash),
    deleteResetLinks(userId, newPasswordHash),
  )
  return rows.length > 0
}

/** Foreign keys cascade from the user. Stops, and returns false, once the session has ended or the password has changed. */
export async function deleteUser(
  database: Database,
  userId: string,
  confirmed?: Confirmed,
): Promise<boolean> {
  const condition = confirmed
    ? sql`AND ${hasSession(userId, confirmed.tokenHash)}
        AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND password_hash = ${confirmed.passwordHash ?? NO_PASSWORD})`
    : fixedSql('')
  for (const table of [fixedSql('versions'), fixedSql('notes'), fixedSql('trash')]) {
    const batch = sql`DELETE FROM ${table} WHERE id IN (
        SELECT id FROM ${table} WHERE user_id = ${userId} ${condition} ${LIMIT_WRITE}
      ) RETURNING id`
    for (let isLast = false; !isLast; ) {
      const start = performance.now()
      // Locked first, in the order of other writes, so that neither waits for the other.
      const [, deleted = []] = await database.write(lockUser(database, userId), batch)
      isLast = deleted.length < NOTES_PER_WRITE
      if (!isLast) await restSince(start)
    }
  }

  const [, rows = []] = await database.write(
    lockUser(database, userId),
    sql`DELETE FROM users WHERE id = ${userId} ${condition} RETURNING id`,
  )
  return rows.length > 0
}
