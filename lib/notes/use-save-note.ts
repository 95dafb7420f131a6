'use client'

import { useSWRConfig } from 'swr'
import type { Note, NoteText } from '@/lib/domain/note'
import { requireToken } from '@/lib/session/token'
import { type Conflict, type Origin, saveNewNote, saveNote } from './save-note'
import { notesKey } from './swr-options'

type Save = (id: string | null, text: NoteText, origin: Origin) => Promise<Conflict | null>

export function useSaveNote(): Save {
  const { mutate } = useSWRConfig()
  return async (id, text, origin) => {
    const token = requireToken()
    const saved = id === null ? await saveNewNote(token, text) : await saveNote(token, id, text, origin)
    if ('conflict' in saved) return saved.conflict

    const { id: _id, text: savedText } = saved
    await mutate(notesKey(token), (notes: Note[] | undefined) => {
      if (_id === undefined) return undefined // no card without an id: the list loads again
      return notes && [{ _id, ...savedText }, ...notes.filter((note) => note._id !== _id)]
    })
    return null
  }
}
