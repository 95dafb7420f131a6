import { getUser, hasEnded } from '@/lib/session/token'
import { type CachedList, type Deletions, resultOf, transact } from './database'
import type { Draft } from './record'

/** `deletedIds` are notes that the previous release has deleted since. */
export function readList(user: string) {
  return transact(['lists', 'deletions'], 'readonly', async (transaction) => {
    const [list, deletions] = await Promise.all([
      resultOf<CachedList | undefined>(transaction.objectStore('lists').get(user)),
      resultOf<Deletions | undefined>(transaction.objectStore('deletions').get(user)),
    ])
    if (!list) return undefined
    const { json, etag, savedAt } = list
    return { json: new Blob([json]), etag, savedAt, deletedIds: deletions?.ids ?? [] }
  })
}

/** Removes the list of a user whose session has ended, with what was done since, unless the user has logged in again. */
export function removeList(user: string): Promise<void> {
  return transact(['lists', 'deletions', 'drafts'], 'readwrite', async (transaction) => {
    if (getUser() === user && !hasEnded()) return
    transaction.objectStore('lists').delete(user)
    transaction.objectStore('deletions').delete(user)
    const drafts = transaction.objectStore('drafts')
    const found = await resultOf<Draft[]>(drafts.index('user').getAll(user))
    for (const { id, write } of found) if (write?.doneAt !== undefined) drafts.delete(id)
  })
}

export function removeDeletions(user: string): Promise<void> {
  return transact(['deletions'], 'readwrite', (transaction) => {
    transaction.objectStore('deletions').delete(user)
  })
}
