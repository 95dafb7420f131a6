import type { Database } from './database'

type NewCode = { codeHash: string; challenge: string; userId: string; expiresAt: number; now: number }

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
): Promise<{ id: string; email: string } | undefined> {
  const [rows = []] = await database.write({
    sql: `DELETE FROM sign_in_codes WHERE code_hash = ? AND challenge = ? AND expires_at > ?
      RETURNING user_id, (SELECT email FROM users WHERE users.id = user_id) AS email`,
    params: [codeHash, challenge, now],
  })
  return rows[0] && { id: String(rows[0].user_id), email: String(rows[0].email) }
}
