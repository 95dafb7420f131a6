import { NoteCard } from '@/components/notes/list/note-card'
import { NoteGrid } from '@/components/notes/list/note-grid'
import type { VirtualNoteList as Real } from '@/components/notes/list/virtual-note-list'

/** All cards of a long list: without a layout no row is out of sight. */
export function VirtualNoteList({ notes, onDelete }: Parameters<typeof Real>[0]) {
  return (
    <NoteGrid isVirtual>
      {notes.map((note, position) => (
        <NoteCard key={note._id} note={note} position={position} count={notes.length} onDelete={onDelete} />
      ))}
    </NoteGrid>
  )
}
