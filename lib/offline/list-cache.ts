import { getUser } from '@/lib/session/token'
import { type CachedList, type Deletions, resultOf, transact } from './database'

type FoundList = { json: Blob; etag: string | null | undefined; deletedIds: string[] }

export function readList(user: string): Promise<FoundList | undefined> {
  return transact(['lists', 'deletions'], 'readonly', async (transaction) => {
    const [list, deletions] = await Promise.all([
      resultOf<CachedList | undefined>(transaction.objectStore('lists').get(user)),
      resultOf<Deletions | undefined>(transaction.objectStore('deletions').get(user)),
    ])
    return list && { json: new Blob([list.json]), etag: list.etag, deletedIds: deletions?.ids ?? [] }
  })
}

export function storeDeletion(user: string | null, id: string): Promise<void> {
  return transact(['deletions'], 'readwrite', (transaction) => {
    if (user === null || getUser() !== user) return
    const deletions = transaction.objectStore('deletions')
    const found: IDBRequest<Deletions | undefined> = deletions.get(user)
    found.onsuccess = () => {
      deletions.put({ user, ids: [...(found.result?.ids ?? []), id] } satisfies Deletions)
    }
  })
}
