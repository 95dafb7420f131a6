import { withTimeout } from '@/lib/offline/database'
import { type DraftOrWrite, isUnsaved, isWaiting } from '@/lib/offline/record'
import { backedUpDrafts, latestOf, writtenDrafts } from './draft-store'

export async function mayHaveDrafts(user: string | null): Promise<boolean> {
  if (user === null) return false
  return unsavedDrafts(user).then(
    (drafts) => drafts.length > 0,
    () => true,
  )
}

/** Includes writes that wait to be sent. Fails if the database does not answer. */
export async function unsavedDrafts(user: string): Promise<DraftOrWrite[]> {
  const written = await withTimeout(writtenDrafts(user).catch(() => []))
  const records = await latestOf([...written, ...backedUpDrafts(user)])
  return records.filter((one) => isUnsaved(one) || isWaiting(one))
}
