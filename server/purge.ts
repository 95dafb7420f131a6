import { setTimeout } from 'node:timers/promises'
import type { AppContext } from './context'
import { purgeExpired } from './store/expired'
import { purgeTimes } from './store/purge-clock'
import { purgeTrash, trashCutoff } from './store/trash'
import { deleteUnconfirmedUsers } from './store/users'

const INTERVAL_MS = 60 * 60 * 1000

/** Deletes what is past its time, at the start and every hour. Several hosts may do so at once. */
export async function keepPurged(
  { database, trashDays, jobs, now }: AppContext,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    jobs.run('purge', async () => {
      const times = await purgeTimes(database, now())
      await purgeTrash(database, trashCutoff(times.past, trashDays), signal)
      await deleteUnconfirmedUsers(database, times.past, signal)
      await purgeExpired(database, times, signal)
    })
    await setTimeout(INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}
