import { useRef } from 'react'
import type { Note } from '@/lib/domain/note'
import type { ListedNote } from './delete-note-dialog'
import { NoteCard } from './note-card'
import { NoteGrid } from './note-grid'
import { useVirtualRows } from './use-virtual-rows'

type Props = { notes: Note[]; onDelete: (listed: ListedNote) => void }

export function VirtualNoteList({ notes, onDelete }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const { columns, rowHeight, gap, rows } = useVirtualRows(list, notes.length)

  /** Takes the place of the rows between two rendered ones. */
  function spacer(before = -1, after: number) {
    const count = after - before - 1
    if (count < 1) return null
    const height = count * rowHeight - gap
    return (
      <li key={`spacer-${after}`} aria-hidden className="col-span-full print:hidden" style={{ height }} />
    )
  }

  function cards(row: number) {
    const first = row * columns
    return notes
      .slice(first, first + columns)
      .map((note, at) => (
        <NoteCard key={note._id} note={note} position={first + at} count={notes.length} onDelete={onDelete} />
      ))
  }

  return (
    <NoteGrid ref={list} isVirtual>
      {rows.flatMap((row, at) => [spacer(rows[at - 1], row), ...cards(row)])}
      {spacer(rows.at(-1), Math.ceil(notes.length / columns))}
    </NoteGrid>
  )
}
