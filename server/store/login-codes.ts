import type { Database } from './database'

type NewCode = { codeHash: string; challenge: string; userId: string; expiresAt: number; now: number }

/** A session may start only while the user still has that password hash. */
type CodeUser = { id: string; email: string; passwordHash: string }

export async function saveLoginCode(database: Database, code: NewCode): Promise<void> {
  await database.write(
    {
      sql: 'INSERT INTO sign_in_codes (code_hash, challenge, user_id, expires_at) VALUES (?, ?, ?, ?)',
      params: [code.codeHash, code.challenge, code.userId, code.expiresAt],
    },
    { sql: 'DELETE FROM sign_in_codes WHERE expires_at <= ?', params: [code.now] },
  )
}

/** Deletes the code and returns its user, so that a code works once. */
export async function redeemLoginCode(
  database: Database,
  { codeHash, challenge, now }: { codeHash: string; challenge: string; now: number },
): Promise<CodeUser | undefined> {
  const [rows = []] = await database.write({
    sql: `DELETE FROM sign_in_codes WHERE code_hash = ? AND challenge = ? AND expires_at > ?
      RETURNING user_id,
        (SELECT email FROM users WHERE users.id = user_id) AS email,
        (SELECT password_hash FROM users WHERE users.id = user_id) AS password_hash`,
    params: [codeHash, challenge, now],
  })
  const [row] = rows
  return row && { id: String(row.user_id), email: String(row.email), passwordHash: String(row.password_hash) }
}
