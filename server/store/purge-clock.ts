import { DAY_MS } from '@/lib/domain/dates'
import { type Database, sql } from './database'

/** A purge deletes what ended before `past`, or was made after `future`, while the clock was ahead. */
export type PurgeTimes = { past: number; now: number; future: number }

/** Moves by at most a day from one purge to the next, so that a clock that has jumped deletes nothing early. */
export async function purgeTimes(database: Database, now: number): Promise<PurgeTimes> {
  const [[row] = []] = await database.write(
    sql`INSERT INTO purge_clock (id, purged_at) VALUES (1, ${now})
      ON CONFLICT (id) DO UPDATE SET purged_at = CASE
        WHEN excluded.purged_at > purge_clock.purged_at + ${DAY_MS} THEN purge_clock.purged_at + ${DAY_MS}
        WHEN excluded.purged_at < purge_clock.purged_at - ${DAY_MS} THEN purge_clock.purged_at - ${DAY_MS}
        ELSE excluded.purged_at END
      RETURNING purged_at`,
  )
  const purgedAt = Number(row?.purged_at)
  return { past: Math.min(now, purgedAt), now, future: Math.max(now, purgedAt) + 2 * DAY_MS }
}
