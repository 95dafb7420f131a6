'use client'

import type { Note } from '@/lib/domain/note'
import { LateLongNoteList } from './late-on-list'
import { NoteGrid } from './note-grid'
import { type ListedNote, NoteItem } from './note-item'

/** Longer lists are drawn in part. */
const LONG = 120

export type NoteListProps = { notes: Note[]; onDelete: (listed: ListedNote) => void }

export function NoteList({ notes, onDelete }: NoteListProps) {
  if (notes.length > LONG) return <LateLongNoteList notes={notes} onDelete={onDelete} />
  return (
    <NoteGrid>
      {notes.map((note, position) => (
        <NoteItem key={note._id} note={note} position={position} count={notes.length} onDelete={onDelete} />
      ))}
    </NoteGrid>
  )
}
