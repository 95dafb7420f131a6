import { useEffect, useState } from 'react'
import { watchSignOuts } from '@/lib/auth/watch-sign-outs'
import type { Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/record'
import { getUser } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { readJournal } from '@/lib/writes/journal'
import { useWrites } from '@/lib/writes/use-writes'

const lastOpenedAt = userState((): number | undefined => undefined)

export function useUnsavedDrafts(openedAt: number, notes: Note[] | undefined, isLatest: boolean): Draft[] {
  const [drafts, setDrafts] = useState<Draft[]>([])
  const writes = useWrites()

  useEffect(() => {
    let isCurrent = true
    const show = (found: Draft[]) => isCurrent && setDrafts(found)
    findUnsavedDrafts(openedAt, notes, isLatest, show).then(show, console.warn)
    return () => {
      isCurrent = false
    }
  }, [openedAt, notes, isLatest, writes])

  return drafts
}

/** Finds the latest unsaved draft of each note, and of a new one. `openedAt` is a `performance.now()`. */
async function findUnsavedDrafts(
  openedAt: number,
  notes: Note[] | undefined,
  isLatest: boolean,
  onDelayed: (drafts: Draft[]) => void,
): Promise<Draft[]> {
  watchSignOuts()
  if (getUser() === null) return []

  const currentAt = lastOpenedAt.get() === openedAt ? performance.now() : Infinity
  if (isLatest) lastOpenedAt.set(openedAt)

  async function unsaved(drafts: Draft[]): Promise<Draft[]> {
    if (drafts.length === 0) return drafts
    const { reconcileDrafts } = await import('./reconcile-drafts')
    return reconcileDrafts(drafts, { notes, openedAt, currentAt, isLatest })
  }

  return unsaved(await readJournal((drafts) => unsaved(drafts).then(onDelayed, console.warn)))
}
