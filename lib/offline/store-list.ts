import { removeListEtag, storeListEtag } from '@/lib/session/list-etag'
import { getUser, hasEnded } from '@/lib/session/token'
import { resultOf, transact } from './database'

export type CachedList = { user: string; json: string; etag: string | null; savedAt: number }

type NewList = { json: BlobPart[]; etag: string | null; asOf: number }

export async function storeList(user: string | null, { json: parts, etag, asOf }: NewList): Promise<void> {
  if (user === null) return
  // WebKit does not abort a transaction that writes a Blob, and holds its lock in the back/forward cache.
  const json = await new Blob(parts).text()
  const isSignedIn = () => getUser() === user && !hasEnded()
  const isStored = await transact(['lists', 'deletions'], 'readwrite', async ({ lists, deletions }) => {
    if (!isSignedIn()) return false
    const before = await resultOf<CachedList | undefined>(lists.get(user))
    // A time that comes from a clock that was ahead does not count.
    if (before && before.savedAt > asOf && before.savedAt <= Date.now()) return false
    deletions.clear()
    lists.clear()
    lists.put({ user, json, etag, savedAt: asOf } satisfies CachedList)
    return true
  })
  if (!isStored || !isSignedIn()) return
  if (etag === null) removeListEtag()
  else storeListEtag(user, etag)
}

export function removeStoredList(user: string): Promise<void> {
  removeListEtag()
  return transact(['lists'], 'readwrite', ({ lists }) => void lists.delete(user))
}
