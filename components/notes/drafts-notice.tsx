'use client'

import type { Note } from '@/lib/domain/note'
import { useDrafts } from '@/lib/kept/use-drafts'
import { LateDraftList } from './late-on-list'

/** The drafts, where there are any. `notes` is all that the host had when asked. */
export function DraftsNotice({ notes, openedAt }: { notes: Note[] | undefined; openedAt: number }) {
  const drafts = useDrafts(notes, openedAt)
  return drafts.length > 0 && <LateDraftList drafts={drafts} notes={notes} />
}
