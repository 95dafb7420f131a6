import type { Note } from '@/lib/domain/note'
import { getUser } from '@/lib/session/token'
import type { Draft } from './database'
import { draftsOf } from './drafts'
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
  onLate?: (drafts: Draft[]) => void,
): Promise<Draft[]> {
  watchSignOuts()
  const user = getUser()
  if (user === null) return []

  const knownAt = answeredAt === openedAt ? performance.now() : Number.POSITIVE_INFINITY
  if (notes) answeredAt = openedAt

  async function latestOf(drafts: Draft[]): Promise<Draft[]> {
    let open = drafts
    if (notes && drafts.length > 0) {
      const { settleDrafts } = await import('./settle-drafts')
      open = await settleDrafts(drafts, { notes, openedAt, knownAt })
    }
    return open.filter(({ noteId }, at) => open.findIndex((draft) => draft.noteId === noteId) === at)
  }

  return latestOf(await draftsOf(user, (drafts) => latestOf(drafts).then(onLate, console.warn)))
}
