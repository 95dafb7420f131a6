'use client'

import { useState } from 'react'
import { useNote } from '@/lib/notes/use-note'
import { NewNoteForm, NoteForm } from './note-form'
import { type Card, useIdInPath } from './open-note'

/** Editor of the note `id`, by default the one in the path; without either, the form of a new note. */
export function NoteEditor({ id }: { id?: string }) {
  const idInPath = useIdInPath()
  const shown = id ?? idInPath
  return shown === null ? <NewNoteForm /> : <EditNote key={shown} id={shown} />
}

function EditNote({ id }: { id: string }) {
  const { note, isLoading } = useNote(id)
  const [card] = useState<Partial<Card> | null>(() => history.state)
  return <NoteForm id={id} color={card?.color} isCut={card?.isCut} note={note} isLoading={isLoading} />
}
