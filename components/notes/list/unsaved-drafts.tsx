'use client'

import type { Note } from '@/lib/domain/note'
import { useDrafts } from '@/lib/drafts/use-unsaved-drafts'
import { LazyDraftList } from './lazy'

/** The drafts, where there are any. `notes` is all that the host had when asked. */
export function UnsavedDrafts({ notes, openedAt }: { notes: Note[] | undefined; openedAt: number }) {
  const drafts = useDrafts(notes, openedAt)
  return drafts.length > 0 && <LazyDraftList drafts={drafts} notes={notes} />
}
