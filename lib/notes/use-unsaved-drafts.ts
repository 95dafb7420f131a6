import { useRef } from 'react'
import { watchSignOuts } from '@/lib/auth/watch-sign-outs'
import type { Note } from '@/lib/domain/note'
import type { DraftOrWrite } from '@/lib/offline/record'
import { readJournal } from '@/lib/writes/journal'
import { useWrites } from '@/lib/writes/use-writes'
import { useRead } from './use-read'

/** `openedAt` is a `performance.now()`. */
export function useUnsavedDrafts(
  openedAt: number,
  notes: Note[] | undefined,
  isLatest: boolean,
): DraftOrWrite[] {
  const writes = useWrites()
  const wasLatest = useRef(false)
  const { data } = useRead(read, [openedAt, notes, isLatest, writes])
  return data ?? []

  async function read(show: (drafts: DraftOrWrite[]) => void): Promise<DraftOrWrite[]> {
    watchSignOuts()
    const currentAt = wasLatest.current ? performance.now() : Infinity
    wasLatest.current ||= isLatest
    return unsaved(await readJournal((late) => unsaved(late).then(show).catch(console.warn)))

    async function unsaved(records: DraftOrWrite[]): Promise<DraftOrWrite[]> {
      if (records.length === 0) return records
      const { reconcileDrafts } = await import('./reconcile-drafts')
      return reconcileDrafts(records, { notes, openedAt, currentAt, isLatest })
    }
  }
}
