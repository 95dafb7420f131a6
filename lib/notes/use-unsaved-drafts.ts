import { useEffect, useState } from 'react'
import type { Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/record'
import { useWrites } from '@/lib/writes/use-writes'
import { findUnsavedDrafts } from './unsaved-drafts'

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
