'use client'

import { usePathname } from 'next/navigation'
import { noteIdAt } from '@/lib/domain/note'
import { EditNote } from './edit-note'
import { NewNote } from './new-note'

/**
 * The editor of a note: unless it is told, of the one that the address names; the form of a new one where it names
 * none.
 */
export function NoteEditor({ id }: { id?: string }) {
  const idAtAddress = noteIdAt(usePathname())
  const shown = id ?? idAtAddress
  return shown === null ? <NewNote /> : <EditNote key={shown} id={shown} />
}
