import { createToken, hashToken } from '../auth/tokens'
import type { Database } from '../store/database'
import { saveResetLink } from '../store/reset-links'

const LIFETIME_MS = 30 * 60 * 1000

type NewResetLink = {
  userId: string
  siteUrl: string
  now: number
  /** Whether the link goes to the user's email, so that using it verifies the email. */
  isMailed: boolean
}

export async function createResetLink(
  database: Database,
  { userId, siteUrl, now, isMailed }: NewResetLink,
): Promise<string> {
  const token = createToken()
  await saveResetLink(database, {
    userId,
    tokenHash: hashToken(token),
    isMailed,
    expiresAt: now + LIFETIME_MS,
  })
  // Browsers do not send the fragment to any server.
  return `${siteUrl}/reset-password/#token=${token}`
}
