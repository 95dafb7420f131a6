import { createToken, hashToken } from '../auth/tokens'
import type { Database } from '../store/database'
import { saveSignInCode } from '../store/login-codes'

/** How long the front end may take to send its code, in milliseconds. */
const LIFETIME = 60_000

type NewCode = { userId: string; challenge: string; now: number }

/** Makes the code that opens one session, for whoever knows what the challenge is the SHA-256 of. */
export async function createSignInCode(
  database: Database,
  { userId, challenge, now }: NewCode,
): Promise<string> {
  const code = createToken()
  const expiresAt = now + LIFETIME
  await saveSignInCode(database, { codeHash: hashToken(code), challenge, userId, expiresAt, now })
  return code
}
