'use client'

import type { Ref } from 'react'
import { colorAt } from '@/lib/domain/card-colors'
import type { Note } from '@/lib/domain/note'
import { NoteCard } from './note-card'
import { NoteGrid } from './note-grid'

/** The id of the element that holds a note's card. */
export function cardId(note: Note): string {
  return `note-${note._id}`
}

type Props = { ref: Ref<HTMLUListElement>; notes: Note[]; onDelete: (note: Note, position: number) => void }

export function NoteList({ ref, notes, onDelete }: Props) {
  return (
    <NoteGrid ref={ref}>
      {notes.map((note, position) => (
        <li
          key={note._id}
          id={cardId(note)}
          className="rounded-paper shadow-card has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent motion-safe:transition motion-safe:duration-120 motion-safe:ease-out motion-safe:hover:-translate-y-0.5 hover:shadow-lifted"
        >
          <NoteCard note={note} color={colorAt(position)} onDelete={() => onDelete(note, position)} />
        </li>
      ))}
    </NoteGrid>
  )
}
