import { getUser, hasEnded } from '@/lib/session/token'
import { type CachedList, resultOf, transact } from './database'
import type { Draft } from './record'

export type StoredList = NonNullable<Awaited<ReturnType<typeof readList>>>

/** `deletedIds` are notes that the previous release has deleted since. */
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
    const found = await resultOf<Draft[]>(drafts.index('user').getAll(user))
    for (const { id, write } of found) if (write?.doneAt !== undefined) drafts.delete(id)
  })
}
