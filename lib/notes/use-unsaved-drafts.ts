import { useEffect, useRef, useState } from 'react'
import { watchSignOuts } from '@/lib/auth/watch-sign-outs'
import type { Note } from '@/lib/domain/note'
import type { DraftOrWrite } from '@/lib/offline/record'
import { readJournal } from '@/lib/writes/journal'
import { useWrites } from '@/lib/writes/use-writes'

/** Finds the latest unsaved draft of each note, and of a new one. `openedAt` is a `performance.now()`. */
export function useUnsavedDrafts(
  openedAt: number,
  notes: Note[] | undefined,
  isLatest: boolean,
): DraftOrWrite[] {
  const [drafts, setDrafts] = useState<DraftOrWrite[]>([])
  const writes = useWrites()
  const wasLatest = useRef(false)

  useEffect(() => {
    watchSignOuts()
    let isCurrent = true
    const currentAt = wasLatest.current ? performance.now() : Infinity
    wasLatest.current ||= isLatest

    async function show(records: DraftOrWrite[]): Promise<void> {
      let unsaved = records
      if (records.length > 0) {
        const { reconcileDrafts } = await import('./reconcile-drafts')
        unsaved = await reconcileDrafts(records, { notes, openedAt, currentAt, isLatest })
      }
      if (isCurrent) setDrafts(unsaved)
    }

    readJournal((records) => show(records).catch(console.warn))
      .then(show)
      .catch(console.warn)
    return () => {
      isCurrent = false
    }
  }, [openedAt, notes, isLatest, writes])

  return drafts
}
