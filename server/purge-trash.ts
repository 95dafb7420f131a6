import { setTimeout } from 'node:timers/promises'
import { DAY_MS } from '@/lib/domain/dates'
import type { AppContext } from './context'
import { deleteExpired } from './store/expired'
import { purgeTime } from './store/purge-clock'
import { purgeTrash } from './store/trash'
import { deleteUnconfirmedUsers } from './store/users'

const INTERVAL_MS = 60 * 60 * 1000

export function trashHeaders(trashDays: number): Record<string, string> {
  return trashDays > 0 ? { 'Notas-Trash': String(trashDays) } : {}
}

export function trashCutoff(now: number, trashDays: number): number {
  return now - trashDays * DAY_MS
}

/** Purges the trash, accounts whose address was not proved in time, and what has expired, at the start and every hour. Several hosts may do so at once. */
export async function keepTrashPurged(
  { database, trashDays, jobs, now }: AppContext,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    jobs.run('purge', async () => {
      const at = await purgeTime(database, now())
      await purgeTrash(database, trashCutoff(at, trashDays), signal)
      await deleteUnconfirmedUsers(database, at)
      await deleteExpired(database, at, signal)
    })
    await setTimeout(INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}
