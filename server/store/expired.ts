import { restSince } from '../pace/yield-to-others'
import { type Database, fixedSql, lockUser, type Statement, sql } from './database'
import { isForgotten } from './login-addresses'
import { isUnused } from './sessions'

const LIMIT_ROWS = fixedSql('LIMIT 100')
const LIMIT_COUNTS = fixedSql('LIMIT 1000')

export async function purgeExpired(database: Database, now: number, signal: AbortSignal): Promise<void> {
  await purgeCounts(database, sql`expire < ${now}`, signal)
  const isExpired = sql`expires_at <= ${now}`
  const expired = {
    sessions: isUnused(now),
    login_addresses: isForgotten(now),
    reset_links: sql`${isExpired} AND coalesce(previous_expires_at, 0) <= ${now}`,
    sign_in_codes: isExpired,
  }
  for (const [name, condition] of Object.entries(expired)) {
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
