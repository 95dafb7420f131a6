import { type ReactNode, useRef } from 'react'
import type { Note } from '@/lib/domain/note'
import type { ListedNote } from './delete-note-dialog'
import { NoteCard } from './note-card'
import { NoteGrid, VIRTUAL_ROWS } from './note-grid'
import { useVirtualRows } from './use-virtual-rows'

type Props = { notes: Note[]; onDelete: (listed: ListedNote) => void }

export function VirtualNoteList({ notes, onDelete }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const { columns, rowHeight, gap, ranges } = useVirtualRows(list, notes.length)

  function cards(from: number, to: number): ReactNode[] {
    const first = from * columns
    return notes
      .slice(first, to * columns)
      .map((note, at) => (
        <NoteCard key={note._id} note={note} position={first + at} count={notes.length} onDelete={onDelete} />
      ))
  }

  function spacer(from: number, to: number): ReactNode {
    if (from === to) return null
    return (
      <li
        key={`spacer-${to}`}
        aria-hidden
        className="col-span-full"
        style={{ height: (to - from) * rowHeight - gap }}
      />
    )
  }

  const rowCount = Math.ceil(notes.length / columns)
  const items: ReactNode[] = []
  let rendered = 0
  for (const { from, to } of ranges) {
    items.push(spacer(rendered, from), ...cards(from, to))
    rendered = to
  }
  return (
    <NoteGrid ref={list} rows={VIRTUAL_ROWS}>
      {items}
      {spacer(rendered, rowCount)}
    </NoteGrid>
  )
}
