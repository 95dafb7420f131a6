import { type Database, type Statement, sql } from './database'
import { deleteSessions, userWith } from './sessions'

export type ResetLink = {
  tokenHash: string
  userId: string
  email: string
  isMailed: boolean
  /** Hash that the link replaces: if it has changed, the link is void. */
  passwordHash: string
}

type NewResetLink = { userId: string; tokenHash: string; isMailed: boolean; expiresAt: number }

export async function saveResetLink(database: Database, link: NewResetLink): Promise<void> {
  await database.write(
    sql`INSERT INTO reset_links (user_id, token_hash, is_mailed, expires_at)
      VALUES (${link.userId}, ${link.tokenHash}, ${Number(link.isMailed)}, ${link.expiresAt})
      ON CONFLICT (user_id) DO UPDATE
      SET token_hash = excluded.token_hash, is_mailed = excluded.is_mailed, expires_at = excluded.expires_at`,
  )
}

export async function findResetLink(
  database: Database,
  { tokenHash, now }: { tokenHash: string; now: number },
): Promise<ResetLink | undefined> {
  const [row] = await database.read(
    sql`SELECT users.id, users.email, users.password_hash, reset_links.is_mailed
      FROM reset_links JOIN users ON users.id = reset_links.user_id
      WHERE reset_links.token_hash = ${tokenHash} AND reset_links.expires_at > ${now}`,
  )
  return (
    row && {
      tokenHash,
      userId: String(row.id),
      email: String(row.email),
      isMailed: Number(row.is_mailed) === 1,
      passwordHash: String(row.password_hash),
    }
  )
}

/** Sets the password and ends all sessions. Returns false if link or password changed since the link was found. */
export async function useResetLink(
  database: Database,
  { tokenHash, userId, isMailed, passwordHash }: ResetLink,
  newPasswordHash: string,
): Promise<boolean> {
  const [rows = []] = await database.write(
    sql`UPDATE users SET password_hash = ${newPasswordHash},
        is_email_proved = CASE is_email_proved WHEN 1 THEN 1 ELSE ${Number(isMailed)} END
      WHERE id = ${userId} AND password_hash = ${passwordHash}
        AND EXISTS (SELECT 1 FROM reset_links WHERE token_hash = ${tokenHash} AND user_id = users.id)
      RETURNING id`,
    // Deletes none if the link was refused, since the user does not have the new hash.
    ...deleteSessions(userId, newPasswordHash),
    sql`DELETE FROM reset_links WHERE token_hash = ${tokenHash} AND user_id = ${userId}`,
  )
  return rows.length > 0
}

/** With a password hash, deletes only if the user has it. */
export function deleteResetLinks(userId: string, passwordHash?: string): Statement {
  return sql`DELETE FROM reset_links WHERE user_id = ${userWith(userId, passwordHash)}`
}
