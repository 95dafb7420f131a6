'use client'

import { useState } from 'react'
import { useNote } from '@/lib/notes/use-note'
import { NoteForm } from './note-form'
import { colorOfOpenedCard } from './note-link'

export function EditNote({ id }: { id: string }) {
  const { note, isLoading } = useNote(id)
  const [color] = useState(colorOfOpenedCard)
  return <NoteForm id={id} heading="Editar Nota" color={color} note={note} isLoading={isLoading} />
}
