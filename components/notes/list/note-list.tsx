'use client'

import type { ReactNode } from 'react'
import { lazyComponent } from '@/components/ui/lazy-component'
import type { Note } from '@/lib/domain/note'
import { NoteCard, type SharedCardProps } from './note-card'
import { NoteGrid } from './note-grid'

const LazyVirtualNoteList = lazyComponent(async () => (await import('./virtual-note-list')).VirtualNoteList, {
  isRequired: true,
})

type Props = SharedCardProps & {
  notes: Note[]
  isLong: boolean
  fallback: ReactNode
}

export function NoteList({ notes, isLong, fallback, ...rest }: Props) {
  if (isLong) return <LazyVirtualNoteList notes={notes} fallback={fallback} {...rest} />
  return (
    <NoteGrid>
      {notes.map((note, position) => (
        <NoteCard key={note._id} note={note} position={position} count={notes.length} {...rest} />
      ))}
    </NoteGrid>
  )
}
