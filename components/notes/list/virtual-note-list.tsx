'use client'

import { type ReactNode, useRef } from 'react'
import { NoteGrid } from './note-grid'
import { NoteItem } from './note-item'
import type { NoteListProps } from './note-list'
import { useVirtualRows } from './use-virtual-rows'

/** Only the cards near the window are in the document; the others have their room there. */
export function VirtualNoteList({ notes, ...rest }: NoteListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { columns, pitch, gap, stretches } = useVirtualRows(list, notes.length)

  function cards(from: number, to: number): ReactNode[] {
    const first = from * columns
    return notes
      .slice(first, to * columns)
      .map((note, at) => (
        <NoteItem key={note._id} note={note} position={first + at} count={notes.length} {...rest} />
      ))
  }

  /** One item as high as the rows that are not drawn. */
  function room(from: number, to: number): ReactNode {
    if (from === to) return null
    return (
      <li
        key={`room-${to}`}
        aria-hidden
        className="col-span-full"
        style={{ height: (to - from) * pitch - gap }}
      />
    )
  }

  const all = Math.ceil(notes.length / columns)
  const items: ReactNode[] = []
  let drawn = 0
  for (const { from, to } of stretches) {
    items.push(room(drawn, from), ...cards(from, to))
    drawn = to
  }
  return (
    <NoteGrid ref={list} isLong>
      {items}
      {room(drawn, all)}
    </NoteGrid>
  )
}
