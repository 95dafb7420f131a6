import { removeListEtag, storeListEtag } from '@/lib/session/list-etag'
import { getUser, hasEnded } from '@/lib/session/token'
import { type CachedList, resultOf, transact } from './database'

type List = { json: BlobPart[]; etag: string | null; asOf: number }

export async function storeList(user: string | null, { json: parts, etag, asOf }: List): Promise<void> {
  if (user === null) return
  // WebKit does not abort a transaction that writes a Blob, and holds its lock in the back/forward cache.
  const json = await new Blob(parts).text()
  const isSignedIn = () => getUser() === user && !hasEnded()
  const isStored = await transact(['lists', 'deletions'], 'readwrite', async ({ lists, deletions }) => {
    if (!isSignedIn()) return false
    const before = await resultOf<CachedList | undefined>(lists.get(user))
    if (before && before.savedAt > asOf) return false
    deletions.clear()
    lists.clear()
    lists.put({ user, json, etag, savedAt: asOf } satisfies CachedList)
    return true
  })
  if (!isStored || !isSignedIn()) return
  if (etag === null) removeListEtag()
  else storeListEtag(user, etag)
}
