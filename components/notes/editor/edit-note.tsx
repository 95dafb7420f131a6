'use client'

import { useState } from 'react'
import { colorOfOpenedCard } from '@/components/notes/note-link'
import { useNote } from '@/lib/notes/use-note'
import { NoteForm } from './note-form'

export function EditNote({ id }: { id: string }) {
  const { note, isLoading } = useNote(id)
  const [color] = useState(colorOfOpenedCard)
  return <NoteForm id={id} heading="Editar Nota" color={color} note={note} isLoading={isLoading} />
}
