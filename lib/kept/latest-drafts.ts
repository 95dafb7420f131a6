import type { Note } from '@/lib/domain/note'
import { getUser } from '@/lib/session/token'
import type { Draft } from './database'
import { draftsOf } from './drafts'
import { watchSignOuts } from './sign-outs'

/**
 * The latest draft of each note, and of a new one, but for those that the list settles.
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

  async function latestOf(drafts: Draft[]): Promise<Draft[]> {
    const isSettled = drafts.length === 0 || !notes
    const open = isSettled
      ? drafts
      : await (await import('./settle-drafts')).settleDrafts(drafts, notes, openedAt)
    return open.filter(({ noteId }, at) => open.findIndex((draft) => draft.noteId === noteId) === at)
  }

  return latestOf(await draftsOf(user, (drafts) => latestOf(drafts).then(onLate, console.warn)))
}
