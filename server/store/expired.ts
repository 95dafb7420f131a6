import { restSince } from '../pace/yield-to-others'
import { type Database, fixedSql, sql } from './database'
import { LIFETIME_MS } from './login-addresses'
import { UNUSED_LIFETIME_MS } from './sessions'

const ROWS_PER_WRITE = 500
const LIMIT_WRITE = fixedSql(`LIMIT ${ROWS_PER_WRITE}`)

/** Deletes sessions, links and addresses of logins past their lifetime, also of users who never return. */
export async function deleteExpired(database: Database, now: number, signal: AbortSignal): Promise<void> {
  const batches = [
    sql`DELETE FROM sessions WHERE token_hash IN (
      SELECT token_hash FROM sessions WHERE last_used_at <= ${now - UNUSED_LIFETIME_MS} ${LIMIT_WRITE}) RETURNING 1`,
    sql`DELETE FROM reset_links WHERE user_id IN (
      SELECT user_id FROM reset_links WHERE expires_at <= ${now} ${LIMIT_WRITE}) AND expires_at <= ${now} RETURNING 1`,
    sql`DELETE FROM login_addresses WHERE (user_id, address_hash) IN (
      SELECT user_id, address_hash FROM login_addresses WHERE last_login_at <= ${now - LIFETIME_MS} ${LIMIT_WRITE}) RETURNING 1`,
  ]
  for (const batch of batches) {
    for (let isLast = false; !isLast && !signal.aborted; ) {
      const start = performance.now()
      const [deleted = []] = await database.write(batch)
      isLast = deleted.length < ROWS_PER_WRITE
      if (!isLast) await restSince(start)
    }
  }
}
