import { useLayoutEffect, useState } from 'react'
import { lazyComponent } from '@/components/ui/lazy-component'
import type { Note } from '@/lib/domain/note'
import type { ListedNote } from './delete-note-dialog'
import { NoteCard } from './note-card'
import { NoteGrid } from './note-grid'

const LazyVirtualNoteList = lazyComponent(async () => (await import('./virtual-note-list')).VirtualNoteList, {
  isRequired: true,
})

/** Length of the longest list whose cards are all rendered: about a screenful. A search keeps the whole list's layout. */
export const MAX_RENDERED = 30

type Props = { notes: Note[]; isLong: boolean; onDelete: (listed: ListedNote) => void }

export function NoteList({ notes, isLong, onDelete }: Props) {
  // In the history entry of a note that was opened from the list: the router pushes the list's own after this rendering.
  const [top] = useState<number | undefined>(() => (isLong ? undefined : history.state?.leftTop))
  useLayoutEffect(() => {
    if (top !== undefined) scrollTo(0, top)
  }, [top])

  const first = (
    <NoteGrid isVirtual={isLong}>
      {notes.slice(0, isLong ? cardsInWindow() : notes.length).map((note, position) => (
        <NoteCard key={note._id} note={note} position={position} count={notes.length} onDelete={onDelete} />
      ))}
    </NoteGrid>
  )
  return isLong ? <LazyVirtualNoteList notes={notes} fallback={first} onDelete={onDelete} /> : first
}

/** Enough cards to fill the window: each takes 42,000 square pixels or more. */
function cardsInWindow(): number {
  return Math.min(Math.ceil((innerWidth * innerHeight) / 42_000), MAX_RENDERED)
}
