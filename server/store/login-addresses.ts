import { createHash } from 'node:crypto'
import type { Database, Statement } from './database'

const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000

const MAX_ADDRESSES = 100

/** Only if the session exists. Forgets addresses that were not used for long, and the oldest above the limit. */
export function rememberAddress(
  { userId, tokenHash }: { userId: string; tokenHash: string },
  network: string,
  now: number,
): Statement[] {
  return [
    {
      sql: `INSERT INTO login_addresses (user_id, address_hash, last_login_at)
        SELECT user_id, ?, ? FROM sessions WHERE token_hash = ? AND user_id = ?
        ON CONFLICT (user_id, address_hash) DO UPDATE SET last_login_at = excluded.last_login_at`,
      params: [hashOf(userId, network), now, tokenHash, userId],
    },
    {
      sql: `DELETE FROM login_addresses WHERE user_id = ? AND address_hash NOT IN (
          SELECT address_hash FROM login_addresses WHERE user_id = ? AND last_login_at > ?
          ORDER BY last_login_at DESC LIMIT ${MAX_ADDRESSES}
        )`,
      params: [userId, userId, now - LIFETIME_MS],
    },
  ]
}

export async function isLoginAddress(
  database: Database,
  userId: string,
  network: string,
  now: number,
): Promise<boolean> {
  const rows = await database.read({
    sql: 'SELECT 1 FROM login_addresses WHERE user_id = ? AND address_hash = ? AND last_login_at > ?',
    params: [userId, hashOf(userId, network), now - LIFETIME_MS],
  })
  return rows.length > 0
}

/** Hashed with the user, so that the table does not show who shares an address. */
function hashOf(userId: string, network: string): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, network]))
    .digest('base64url')
}
