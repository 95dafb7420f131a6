import type { Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/database'
import { getUser } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { readDrafts } from './draft-store'
import { watchSignOuts } from './watch-sign-outs'

/** The `openedAt` of the last list that was loaded. */
const lastLoaded = userState((): number | undefined => undefined)

/**
 * Finds the latest unsaved draft of each note, and of a new one.
 *
 * @param notes all notes on the host; undefined where they are unknown
 * @param openedAt when the screen opened, before it loaded them, in milliseconds of `performance.now()`
 * @param onDelayed called with the drafts if the database answers later than in time
 */
export async function findUnsavedDrafts(
  notes: Note[] | undefined,
  openedAt: number,
  onDelayed: (drafts: Draft[]) => void,
): Promise<Draft[]> {
  watchSignOuts()
  const user = getUser()
  if (user === null) return []

  const currentAt = lastLoaded.get() === openedAt ? performance.now() : Infinity
  if (notes) lastLoaded.set(openedAt)

  async function unsaved(drafts: Draft[]): Promise<Draft[]> {
    if (drafts.length === 0) return drafts
    const { reconcileDrafts } = await import('./reconcile-drafts')
    return reconcileDrafts(drafts, { notes, openedAt, currentAt })
  }

  return unsaved(await readDrafts(user, (drafts) => unsaved(drafts).then(onDelayed, console.warn)))
}
