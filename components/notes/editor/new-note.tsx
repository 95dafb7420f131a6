'use client'

import { NoteForm } from './note-form'

const BLANK = { title: '', content: '' }

export function NewNote() {
  return <NoteForm id={null} heading="Nueva Nota" note={BLANK} />
}
