'use client'

import { EditNote } from './edit-note'
import { NewNote } from './new-note'
import { useNoteId } from './use-note-id'

/** The editor of the note that the address names; the form of a new one where it names none. */
export function NoteEditor() {
  const id = useNoteId()
  return id === null ? <NewNote /> : <EditNote key={id} id={id} />
}
