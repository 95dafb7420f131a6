'use client'

import type { Note } from '@/lib/domain/note'
import { LateLongNoteList } from './late-on-list'
import { NoteGrid } from './note-grid'
import { type ListedNote, NoteItem } from './note-item'

export type NoteListProps = { notes: Note[]; onDelete: (listed: ListedNote) => void }

export function NoteList({ notes, isLong, onDelete }: NoteListProps & { isLong: boolean }) {
  if (isLong) return <LateLongNoteList notes={notes} onDelete={onDelete} />
  return (
    <NoteGrid>
      {notes.map((note, position) => (
        <NoteItem key={note._id} note={note} position={position} count={notes.length} onDelete={onDelete} />
      ))}
    </NoteGrid>
  )
}
