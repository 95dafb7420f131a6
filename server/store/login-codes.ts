import type { Database } from './database'

type NewCode = { codeHash: string; challenge: string; userId: string; expiresAt: number; now: number }

/** Those that are over go with it. */
export async function saveSignInCode(database: Database, code: NewCode): Promise<void> {
  await database.write(
    {
      sql: 'INSERT INTO sign_in_codes (code_hash, challenge, user_id, expires_at) VALUES (?, ?, ?, ?)',
      params: [code.codeHash, code.challenge, code.userId, code.expiresAt],
    },
    { sql: 'DELETE FROM sign_in_codes WHERE expires_at <= ?', params: [code.now] },
  )
}

/** The user whose code it is, once: of several who ask at the same moment one is told. */
export async function takeSignInCode(
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
