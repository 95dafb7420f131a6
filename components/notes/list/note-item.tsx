'use client'

import { memo } from 'react'
import { colorAt } from '@/lib/domain/card-colors'
import type { Note } from '@/lib/domain/note'
import { NoteCard } from './note-card'
import type { Icons } from './notes-screen'

/** A note as it is shown, and its place among those that are shown. */
export type ListedNote = { note: Note; position: number }

/** The id of the element that holds a note's card. */
export function cardId(note: Note): string {
  return `note-${note._id}`
}

type Props = ListedNote & { count: number; icons: Icons; onDelete: (listed: ListedNote) => void }

/** Drawn again only when it changes: a long list moves with every turn of the wheel. */
export const NoteItem = memo(function NoteItem({ note, position, count, icons, onDelete }: Props) {
  return (
    <li
      id={cardId(note)}
      aria-posinset={position + 1}
      aria-setsize={count}
      className="rounded-paper card-shadow ring-of-link lifts"
    >
      <NoteCard
        note={note}
        color={colorAt(position)}
        icons={icons}
        onDelete={() => onDelete({ note, position })}
      />
    </li>
  )
})
