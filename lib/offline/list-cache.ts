import { getUser, hasEnded } from '@/lib/session/token'
import { resultOf, transact } from './database'
import type { CachedList } from './store-list'
import type { StoredRecord } from './stored-record'

export type StoredList = NonNullable<Awaited<ReturnType<typeof readList>>>

/** Until 1.3: `deletedIds` are notes that 1.0.0 has deleted since. */
export function readList(user: string) {
  return transact(['lists', 'deletions'], 'readonly', async ({ lists, deletions }) => {
    const [list, deleted] = await Promise.all([
      resultOf<CachedList | undefined>(lists.get(user)),
      resultOf<{ ids: string[] } | undefined>(deletions.get(user)),
    ])
    return list && { ...list, json: new Blob([list.json]), deletedIds: deleted?.ids ?? [] }
  })
}

/** Removes the list of a user whose session has ended, with what was done since, unless the user has logged in again. */
export function removeList(user: string): Promise<void> {
  return transact(['lists', 'deletions', 'drafts'], 'readwrite', async ({ drafts, lists, deletions }) => {
    if (getUser() === user && !hasEnded()) return
    lists.delete(user)
    deletions.delete(user)
    const found = await resultOf<StoredRecord[]>(drafts.index('user').getAll(user))
    for (const record of found)
      if (record.write?.doneAt !== undefined && !isOnlyCopy(record)) drafts.delete(record.id)
  })
}

/** Whether 'Deshacer' has its text from the record alone, or the host may not have done what it has answered. */
function isOnlyCopy({ write, deleted }: StoredRecord): boolean {
  return write?.unproven !== undefined || (write?.isUndoable === true && deleted?.isRestorable === false)
}
