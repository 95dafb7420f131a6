import { getUser } from '@/lib/session/token'
import { type CachedList, transact } from './database'

/** Keeps the JSON of a user's notes, unless that user has left. One list at a time: that of whoever was here before goes. */
export async function storeList(user: string | null, list: Blob): Promise<void> {
  // WebKit aborts no transaction that is still writing a Blob, and would keep its lock in the back/forward cache.
  const json = await list.text()
  await transact(['lists', 'deletions'], 'readwrite', (transaction) => {
    if (user === null || getUser() !== user) return
    transaction.objectStore('deletions').clear()
    const lists = transaction.objectStore('lists')
    lists.clear()
    lists.put({ user, json } satisfies CachedList)
  })
}
