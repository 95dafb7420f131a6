import { getUser, hasEnded } from '@/lib/session/token'
import { type CachedList, type Deletions, resultOf, transact } from './database'

type FoundList = {
  json: Blob
  etag: string | null | undefined
  savedAt: number | undefined
  deletedIds: string[]
}

export function readList(user: string): Promise<FoundList | undefined> {
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

/** Removes the list of a user whose session has ended, unless the user has logged in again by then. */
export function removeList(user: string): Promise<void> {
  return transact(['lists', 'deletions'], 'readwrite', (transaction) => {
    if (getUser() === user && !hasEnded()) return
    transaction.objectStore('lists').delete(user)
    transaction.objectStore('deletions').delete(user)
  })
}

export function storeDeletion(user: string | null, id: string): Promise<void> {
  return changeDeletions(user, (ids) => [...ids, id])
}

export function removeDeletion(user: string, id: string): Promise<void> {
  return changeDeletions(user, (ids) => ids.filter((deleted) => deleted !== id))
}

function changeDeletions(user: string | null, change: (ids: string[]) => string[]): Promise<void> {
  return transact(['deletions'], 'readwrite', (transaction) => {
    if (user === null || getUser() !== user || hasEnded()) return
    const deletions = transaction.objectStore('deletions')
    const found: IDBRequest<Deletions | undefined> = deletions.get(user)
    found.onsuccess = () => {
      deletions.put({ user, ids: change(found.result?.ids ?? []) } satisfies Deletions)
    }
  })
}
