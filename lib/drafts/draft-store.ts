import { type Draft, resultOf, transact, withTimeout } from '@/lib/offline/database'
import { backedUpDrafts } from './draft-backup'

/**
 * A user's drafts, the latest first. Where the database does not answer in time, those that it has not taken.
 *
 * @param onLate called with all of them where the database answers later
 */
export async function draftsOf(user: string, onLate?: (drafts: Draft[]) => void): Promise<Draft[]> {
  // First, or another tab's could get from here to the disk unseen.
  const parting = backedUpDrafts(user)
  const all = writtenDraftsOf(user).then((written) => latestOf([...parting, ...written]))
  return withTimeout(all).catch((cause: unknown) => {
    console.warn(cause)
    all.then(onLate).catch(() => {})
    return latestOf(parting)
  })
}

/** Whether a user has drafts. Where the database does not answer in time, there may be some. */
export async function mayHaveDrafts(user: string): Promise<boolean> {
  const written = writtenDraftsOf(user).catch(() => [])
  return (
    backedUpDrafts(user).length > 0 ||
    withTimeout(written).then(
      ({ length }) => length > 0,
      () => true,
    )
  )
}

function latestOf(drafts: Draft[]): Draft[] {
  drafts.sort((a, b) => b.writtenAt - a.writtenAt)
  const latest = drafts.filter(({ id }, at) => drafts.findIndex((draft) => draft.id === id) === at)
  latest.forEach(see)
  return latest
}

function writtenDraftsOf(user: string): Promise<Draft[]> {
  return transact(['drafts'], 'readonly', (transaction) =>
    resultOf<Draft[]>(transaction.objectStore('drafts').index('user').getAll(user)),
  )
}

/** When this page first saw each draft as it is now, on a clock that nobody sets: milliseconds of `performance.now()`. */
export const seen = new Map<string, { writtenAt: number; at: number }>()

/** Takes note of a draft as it is now. */
export function see({ id, writtenAt }: Draft): void {
  if (seen.get(id)?.writtenAt !== writtenAt) seen.set(id, { writtenAt, at: performance.now() })
}
