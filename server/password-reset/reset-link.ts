import { createToken, hashToken } from '../auth/tokens'
import type { Database } from '../store/database'
import { saveResetLink } from '../store/reset-links'

/** A link can be used for so long, in milliseconds. */
const LIFETIME = 30 * 60 * 1000

type RequestNewLink = {
  userId: string
  siteUrl: string
  now: number
  /** Whether it goes to the user's email alone, so that whoever uses it reads that email. */
  isMailed: boolean
}

/** Makes the one link with which the user can set a password, and ends the one before. */
export async function createResetLink(
  database: Database,
  { userId, siteUrl, now, isMailed }: RequestNewLink,
): Promise<string> {
  const token = createToken()
  await saveResetLink(database, { userId, tokenHash: hashToken(token), isMailed, expiresAt: now + LIFETIME })
  // Browsers send no fragment to anybody.
  return `${siteUrl}/reset-password/#token=${token}`
}
