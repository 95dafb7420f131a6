import { type Database, fixedSql, type Statement, sql } from './database'
import { rememberAddress } from './login-addresses'
import { ofUser, type TokenOf } from './tokens'
import { setPassword } from './users'

export type ResetLink = NonNullable<Awaited<ReturnType<typeof findResetLink>>>

const LIFETIME_MS = 30 * 60 * 1000

/** `isMailed`: whether the link goes to the user's email, so that using it verifies the email. */
export type NewResetLink = { userId: string; tokenHash: string; isMailed: boolean; now: number }

/** The link before it stays valid, so that a stranger's request does not end it, except by one that is not mailed. */
export async function saveResetLink(database: Database, link: NewResetLink): Promise<void> {
  await database.write(
    sql`INSERT INTO reset_links (user_id, token_hash, is_mailed, expires_at)
      VALUES (${link.userId}, ${link.tokenHash}, ${Number(link.isMailed)}, ${link.now + LIFETIME_MS})
      ON CONFLICT (user_id) DO UPDATE
      SET previous_hash = CASE WHEN excluded.is_mailed = 1 THEN reset_links.token_hash END,
        previous_is_mailed = reset_links.is_mailed, previous_expires_at = reset_links.expires_at,
        token_hash = excluded.token_hash, is_mailed = excluded.is_mailed, expires_at = excluded.expires_at`,
  )
}

export async function findResetLink(
  database: Database,
  { tokenHash, userId, now }: TokenOf & { now: number },
) {
  const [row] = await database.read(
    sql`SELECT users.id, users.email, users.password_hash,
        CASE WHEN token_hash = ${tokenHash} THEN is_mailed ELSE previous_is_mailed END AS is_mailed
      FROM reset_links JOIN users ON users.id = reset_links.user_id
      WHERE ((token_hash = ${tokenHash} AND ${isValid('expires_at', now)})
        OR (previous_hash = ${tokenHash} AND ${isValid('previous_expires_at', now)}))
        ${ofUser('reset_links.user_id', userId)}`,
  )
  return (
    row && {
      tokenHash,
      userId: String(row.id),
      email: String(row.email),
      isMailed: Number(row.is_mailed) === 1,
      /** Hash that the link replaces: if it has changed, the link is void. */
      passwordHash: String(row.password_hash),
    }
  )
}

/** A link that ends later was made while the clock was ahead; clocks of nodes may differ. */
function isValid(column: string, now: number): Statement {
  return sql`${fixedSql(column)} BETWEEN ${now + 1} AND ${now + 2 * LIFETIME_MS}`
}

/** Sets the password, ends all sessions and lets the address in from now on. Returns false if link or password changed since the link was found. */
export async function useResetLink(
  database: Database,
  { tokenHash, userId, isMailed, passwordHash }: ResetLink,
  newPasswordHash: string,
  { network, now }: { network: string; now: number },
): Promise<boolean> {
  const condition = sql`AND password_hash = ${passwordHash}
    AND EXISTS (SELECT 1 FROM reset_links WHERE ${tokenHash} IN (token_hash, previous_hash) AND user_id = ${userId})`
  const [rows = []] = await database.write(
    ...setPassword({ userId, passwordHash: newPasswordHash, condition, isEmailProved: isMailed }),
    ...rememberAddress({ userId, network, now }, sql`password_hash = ${newPasswordHash}`),
  )
  return rows.length > 0
}
