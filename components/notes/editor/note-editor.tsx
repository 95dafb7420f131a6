'use client'

import { useState } from 'react'
import type { CardColor } from '@/lib/domain/card-colors'
import { useNote } from '@/lib/notes/use-note'
import { NewNoteForm, NoteForm } from './note-form'
import { useIdInPath } from './open-note'

/** Editor of the note `id`, by default the one in the path; without either, the form of a new note. */
export function NoteEditor({ id }: { id?: string }) {
  const idInPath = useIdInPath()
  const shown = id ?? idInPath
  return shown === null ? <NewNoteForm /> : <EditNote key={shown} id={shown} />
}

function EditNote({ id }: { id: string }) {
  const { note, isLoading } = useNote(id)
  // Colour of the card that this history entry was opened from: `openNote` stores it.
  const [color] = useState<CardColor | undefined>(() => history.state?.color)
  return <NoteForm id={id} color={color} note={note} isLoading={isLoading} />
}
