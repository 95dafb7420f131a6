'use client'

import { useEffect, useState } from 'react'
import type { Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/database'
import { findUnsavedDrafts } from './unsaved-drafts'

export function useUnsavedDrafts(notes: Note[] | undefined, openedAt: number): Draft[] {
  const [drafts, setDrafts] = useState<Draft[]>([])

  useEffect(() => {
    let isCurrent = true
    const show = (found: Draft[]) => isCurrent && setDrafts(found)
    findUnsavedDrafts(notes, openedAt, show).then(show, console.warn)
    return () => {
      isCurrent = false
    }
  }, [notes, openedAt])

  return drafts
}
