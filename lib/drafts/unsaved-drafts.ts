import type { Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/database'
import { getUser } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { readDrafts } from './draft-store'
import { watchSignOuts } from './watch-sign-outs'

const lastOpenedAt = userState((): number | undefined => undefined)

/** Finds the latest unsaved draft of each note, and of a new one; `openedAt` is a `performance.now()`. */
export async function findUnsavedDrafts(
  notes: Note[] | undefined,
  openedAt: number,
  onDelayed: (drafts: Draft[]) => void,
): Promise<Draft[]> {
  watchSignOuts()
  const user = getUser()
  if (user === null) return []

  const currentAt = lastOpenedAt.get() === openedAt ? performance.now() : Infinity
  if (notes) lastOpenedAt.set(openedAt)

  async function unsaved(drafts: Draft[]): Promise<Draft[]> {
    if (drafts.length === 0) return drafts
    const { reconcileDrafts } = await import('./reconcile-drafts')
    return reconcileDrafts(drafts, { notes, openedAt, currentAt })
  }

  return unsaved(await readDrafts(user, (drafts) => unsaved(drafts).then(onDelayed, console.warn)))
}
