import { DAY_MS } from '@/lib/domain/dates'
import { type Database, fixedSql, type Statement, sql } from './database'
import { hashTexts } from './tokens'

const LIFETIME_MS = 90 * DAY_MS

const LIMIT_ADDRESSES = fixedSql('LIMIT 100')

type Address = { userId: string; network: string; now: number }

/** Remembers the address if the user meets the condition. Forgets addresses past their lifetime, and the oldest above the limit. */
export function rememberAddress({ userId, network, now }: Address, condition: Statement): Statement[] {
  return [
    // Hashed with the user, so that the table does not show who shares an address.
    sql`INSERT INTO login_addresses (user_id, address_hash, last_login_at)
      SELECT id, ${hashTexts(userId, network)}, ${now} FROM users WHERE id = ${userId} AND ${condition}
      ON CONFLICT (user_id, address_hash) DO UPDATE SET last_login_at = excluded.last_login_at`,
    sql`DELETE FROM login_addresses WHERE user_id = ${userId} AND address_hash NOT IN (
        SELECT address_hash FROM login_addresses WHERE user_id = ${userId} AND ${isRemembered(now)}
        ORDER BY last_login_at DESC ${LIMIT_ADDRESSES}
      )`,
  ]
}

function isRemembered(now: number): Statement {
  return sql`last_login_at > ${now - LIFETIME_MS}`
}

export function isForgotten(now: number): Statement {
  return sql`last_login_at <= ${now - LIFETIME_MS}`
}

export async function isLoginAddress(
  database: Database,
  userId: string,
  network: string,
  now: number,
): Promise<boolean> {
  const rows = await database.read(
    sql`SELECT 1 FROM login_addresses
      WHERE user_id = ${userId} AND address_hash = ${hashTexts(userId, network)} AND ${isRemembered(now)}`,
  )
  return rows.length > 0
}
