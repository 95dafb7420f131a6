import { DAY_MS } from '@/lib/domain/dates'
import { type Database, sql } from './database'

/** Time up to which a purge may delete: the clock's, but at most a day from that of the purge before, so that a clock that has jumped deletes nothing early. */
export async function purgeTime(database: Database, now: number): Promise<number> {
  const [[row] = []] = await database.write(
    sql`INSERT INTO purge_clock (id, purged_at) VALUES (1, ${now})
      ON CONFLICT (id) DO UPDATE SET purged_at = CASE
        WHEN excluded.purged_at > purge_clock.purged_at + ${DAY_MS} THEN purge_clock.purged_at + ${DAY_MS}
        WHEN excluded.purged_at < purge_clock.purged_at - ${DAY_MS} THEN purge_clock.purged_at - ${DAY_MS}
        ELSE excluded.purged_at END
      RETURNING purged_at`,
  )
  return Math.min(now, Number(row?.purged_at))
}
