import { restSince } from '../pace/yield-to-others'
import { type Database, fixedSql, lockUser, type Statement, sql } from './database'
import { isForgotten } from './login-addresses'
import type { PurgeTimes } from './purge-clock'
import { isUnused } from './sessions'

const LIMIT_ROWS = fixedSql('LIMIT 100')
const LIMIT_COUNTS = fixedSql('LIMIT 1000')

/** Counts, links and codes end within an hour; clocks of nodes may differ by another. */
const LONGEST_MS = 2 * 60 * 60 * 1000

export async function purgeExpired(
  database: Database,
  { past, now, future }: PurgeTimes,
  signal: AbortSignal,
): Promise<void> {
  const latest = now + LONGEST_MS
  await purgeCounts(database, sql`expire < ${past}`, signal)
  await purgeCounts(database, sql`expire > ${latest}`, signal)
  const expired: [table: string, condition: Statement][] = [
    ['sessions', isUnused(past)],
    ['sessions', sql`last_used_at > ${future}`],
    ['login_addresses', isForgotten(past)],
    ['login_addresses', sql`last_login_at > ${future}`],
    ['reset_links', sql`expires_at <= ${past} AND coalesce(previous_expires_at, 0) <= ${past}`],
    ['reset_links', sql`expires_at > ${latest}`],
    ['sign_in_codes', sql`expires_at <= ${past}`],
    ['sign_in_codes', sql`expires_at > ${latest}`],
  ]
  for (const [name, condition] of expired) {
    const table = fixedSql(name)
    while (!signal.aborted) {
      const start = performance.now()
      const rows = await database.read(sql`SELECT user_id FROM ${table} WHERE ${condition} ${LIMIT_ROWS}`)
      for (const userId of new Set(rows.map((row) => String(row.user_id)))) {
        await database.write(
          lockUser(database, userId),
          sql`DELETE FROM ${table} WHERE user_id = ${userId} AND ${condition}`,
        )
      }
      if (rows.length === 0) break
      await restSince(start)
    }
  }
}

async function purgeCounts(database: Database, condition: Statement, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const start = performance.now()
    const [rows = []] = await database.write(
      sql`DELETE FROM limits WHERE ${condition} AND key IN (
          SELECT key FROM limits WHERE ${condition} ORDER BY expire ${LIMIT_COUNTS}
        ) RETURNING key`,
    )
    if (rows.length === 0) break
    await restSince(start)
  }
}
