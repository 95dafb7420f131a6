import type { Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/database'
import { getUser } from '@/lib/session/token'
import { draftsOf } from './draft-store'
import { watchSignOuts } from './sign-outs'

/** When the screen opened whose first list was the last one. */
let answeredAt: number | undefined

/**
 * The latest draft of each note, and of a new one. Drafts that the list shows to be saved are left out.
 *
 * @param notes all that the host has; undefined where that is not known
 * @param openedAt when the screen opened that then asked the host for them, in milliseconds of `performance.now()`
 * @param onLate called with them where the database answers later than in time
 */
export async function latestDrafts(
  notes: Note[] | undefined,
  openedAt: number,
  onLate: (drafts: Draft[]) => void,
): Promise<Draft[]> {
  watchSignOuts()
  const user = getUser()
  if (user === null) return []

  const list = { notes, openedAt, knownAt: answeredAt === openedAt ? performance.now() : Infinity }
  if (notes) answeredAt = openedAt

  async function latest(drafts: Draft[]): Promise<Draft[]> {
    return drafts.length > 0 ? (await import('./reconcile-drafts')).reconcileDrafts(drafts, list) : drafts
  }

  return latest(await draftsOf(user, (drafts) => latest(drafts).then(onLate, console.warn)))
}
