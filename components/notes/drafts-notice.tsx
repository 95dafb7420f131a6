'use client'

import { Suspense } from 'react'
import type { Note } from '@/lib/domain/note'
import { useDrafts } from '@/lib/kept/use-drafts'
import { LazyDraftList } from './lazy'

/** The drafts, where there are any. `notes` is all that the host had when asked. */
export function DraftsNotice({ notes, askedAt }: { notes: Note[] | undefined; askedAt: number }) {
  const drafts = useDrafts(notes, askedAt)
  if (drafts.length === 0) return null
  return (
    <Suspense>
      <LazyDraftList drafts={drafts} notes={notes} />
    </Suspense>
  )
}
