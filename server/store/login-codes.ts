import { type Database, sql } from './database'
import { ofUser, type TokenOf } from './tokens'
import { findUserById, NO_PASSWORD } from './users'

const LIFETIME_MS = 60_000

type NewCode = { codeHash: string; challenge: string; userId: string; now: number }

export async function saveLoginCode(
  database: Database,
  { codeHash, challenge, userId, now }: NewCode,
): Promise<void> {
  await database.write(
    sql`INSERT INTO sign_in_codes (code_hash, challenge, user_id, expires_at)
      VALUES (${codeHash}, ${challenge}, ${userId}, ${now + LIFETIME_MS})`,
  )
}

/** Deletes the code, so that it works once. Resolves to its user, whose session may start only while the password hash is the same. */
export async function redeemLoginCode(
  database: Database,
  { tokenHash, userId, challenge, now }: TokenOf & { challenge: string; now: number },
) {
  const [[row] = []] = await database.write(
    sql`DELETE FROM sign_in_codes WHERE code_hash = ${tokenHash} ${ofUser('user_id', userId)} AND challenge = ${challenge}
      AND expires_at BETWEEN ${now + 1} AND ${now + 2 * LIFETIME_MS} RETURNING user_id`,
  )
  const user = row && (await findUserById(database, String(row.user_id)))
  return user && { ...user, passwordHash: user.passwordHash ?? NO_PASSWORD }
}
