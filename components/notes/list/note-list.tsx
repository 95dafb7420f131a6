import { lazyComponent } from '@/components/ui/lazy-component'
import type { Note } from '@/lib/domain/note'
import { NoteCard, type SharedCardProps } from './note-card'
import { NoteGrid, VIRTUAL_ROWS } from './note-grid'

const LazyVirtualNoteList = lazyComponent(async () => (await import('./virtual-note-list')).VirtualNoteList, {
  isRequired: true,
})

/** Length of the longest list whose cards are all rendered: about a screenful. A search keeps the whole list's layout. */
export const MAX_RENDERED = 30

type Props = SharedCardProps & { notes: Note[]; isLong: boolean }

export function NoteList({ notes, isLong, ...rest }: Props) {
  const first = (
    <NoteGrid rows={isLong ? VIRTUAL_ROWS : undefined}>
      {notes.slice(0, isLong ? cardsInWindow() : notes.length).map((note, position) => (
        <NoteCard key={note._id} note={note} position={position} count={notes.length} {...rest} />
      ))}
    </NoteGrid>
  )
  return isLong ? <LazyVirtualNoteList notes={notes} fallback={first} {...rest} /> : first
}

/** Enough cards to fill the window: each takes 42,000 square pixels or more. */
function cardsInWindow(): number {
  return Math.min(Math.ceil((innerWidth * innerHeight) / 42_000), MAX_RENDERED)
}
