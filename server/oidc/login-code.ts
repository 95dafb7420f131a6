import { createToken, hashToken } from '../auth/tokens'
import type { Database } from '../store/database'
import { saveLoginCode } from '../store/login-codes'

const LIFETIME_MS = 60_000

type NewCode = { userId: string; challenge: string; now: number }

export async function createLoginCode(
  database: Database,
  { userId, challenge, now }: NewCode,
): Promise<string> {
  const code = createToken()
  const expiresAt = now + LIFETIME_MS
  await saveLoginCode(database, { codeHash: hashToken(code), challenge, userId, expiresAt, now })
  return code
}
