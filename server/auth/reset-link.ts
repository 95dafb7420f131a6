import type { Database } from '../store/database'
import { type NewResetLink, saveResetLink } from '../store/reset-links'
import { createToken, hashToken } from '../store/tokens'

export async function createResetLink(
  database: Database,
  siteUrl: string,
  link: Omit<NewResetLink, 'tokenHash'>,
): Promise<string> {
  const token = createToken(link.userId)
  await saveResetLink(database, { ...link, tokenHash: hashToken(token) })
  // Browsers do not send the fragment to any server.
  return `${siteUrl}/reset-password/#token=${token}`
}
