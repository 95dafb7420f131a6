import { getUser } from '@/lib/session/token'
import { type CachedList, transact } from './database'

export async function storeList(user: string | null, list: Blob): Promise<void> {
  // WebKit does not abort a transaction that writes a Blob, and holds its lock in the back/forward cache.
  const json = await list.text()
  await transact(['lists', 'deletions'], 'readwrite', (transaction) => {
    if (user === null || getUser() !== user) return
    transaction.objectStore('deletions').clear()
    const lists = transaction.objectStore('lists')
    lists.clear()
    lists.put({ user, json } satisfies CachedList)
  })
}
