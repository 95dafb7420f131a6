import { removeListEtag, storeListEtag } from '@/lib/session/list-etag'
import { getUser, hasEnded } from '@/lib/session/token'
import { resultOf, transact } from './database'
import type { StoredRecord } from './stored-record'

type CachedList = { user: string; json: string; etag: string | null; savedAt: number }

type NewList = { json: BlobPart[]; etag: string | null; asOf: number }

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

/** Removes the list of a user whose session has ended, with what was done since, unless the user has logged in again. */
export function removeList(user: string): Promise<void> {
  return transact(['lists', 'deletions', 'drafts'], 'readwrite', async ({ drafts, lists, deletions }) => {
    if (getUser() === user && !hasEnded()) return
    lists.delete(user)
    deletions.delete(user)
    const found = await resultOf<StoredRecord[]>(drafts.index('user').getAll(user))
    for (const { id, write } of found) if (write?.doneAt !== undefined) drafts.delete(id)
  })
}
