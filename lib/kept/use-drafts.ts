'use client'

import { useEffect, useState } from 'react'
import type { Note } from '@/lib/domain/note'
import type { Draft } from './database'

/**
 * The latest draft of each note, and of a new one.
 *
 * @param askedAt when the host was asked for the notes, in milliseconds since 1970
 */
export function useDrafts(notes: Note[] | undefined, askedAt: number): Draft[] {
  const [drafts, setDrafts] = useState<Draft[]>([])

  useEffect(() => {
    let isWanted = true
    import('./late')
      .then(({ latestDrafts }) => latestDrafts(notes, askedAt))
      .then((latest) => isWanted && setDrafts(latest), console.warn)
    return () => {
      isWanted = false
    }
  }, [notes, askedAt])

  return drafts
}
