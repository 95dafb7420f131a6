'use client'

import { useEffect, useState } from 'react'
import type { Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/database'

/**
 * The latest draft of each note, and of a new one.
 *
 * @param notes all that the host has; undefined where that is not known
 * @param openedAt when the screen opened that then asked the host for them, in milliseconds of `performance.now()`
 */
export function useDrafts(notes: Note[] | undefined, openedAt: number): Draft[] {
  const [drafts, setDrafts] = useState<Draft[]>([])

  useEffect(() => {
    let isWanted = true
    const show = (latest: Draft[]) => isWanted && setDrafts(latest)
    import('./deferred')
      .then(({ latestDrafts }) => latestDrafts(notes, openedAt, show))
      .then(show, console.warn)
    return () => {
      isWanted = false
    }
  }, [notes, openedAt])

  return drafts
}
