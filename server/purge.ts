import { setTimeout } from 'node:timers/promises'
import type { AppContext } from './context'
import { purgeExpired } from './store/expired'
import { purgeTime } from './store/purge-clock'
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
      const at = await purgeTime(database, now())
      await purgeTrash(database, trashCutoff(at, trashDays), signal)
      await deleteUnconfirmedUsers(database, at, signal)
      await purgeExpired(database, at, signal)
    })
    await setTimeout(INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}
