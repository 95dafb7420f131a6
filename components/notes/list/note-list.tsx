'use client'

import type { ReactNode } from 'react'
import type { Note } from '@/lib/domain/note'
import { LazyVirtualNoteList } from './lazy'
import { NoteGrid } from './note-grid'
import { type ListedNote, NoteItem } from './note-item'
import type { Icons } from './notes-screen'

export type NoteListProps = { notes: Note[]; icons: Icons; onDelete: (listed: ListedNote) => void }

type Props = NoteListProps & {
  isLong: boolean
  /** Stands there until the code of a long list has come. */
  fallback: ReactNode
}

export function NoteList({ notes, isLong, fallback, ...rest }: Props) {
  if (isLong) return <LazyVirtualNoteList notes={notes} fallback={fallback} {...rest} />
  return (
    <NoteGrid>
      {notes.map((note, position) => (
        <NoteItem key={note._id} note={note} position={position} count={notes.length} {...rest} />
      ))}
    </NoteGrid>
  )
}
