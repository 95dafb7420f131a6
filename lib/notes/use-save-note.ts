'use client'

import { useSWRConfig } from 'swr'
import { createNote, updateNote } from '@/lib/api/notes'
import type { Note, NoteText } from '@/lib/domain/note'
import { requireToken } from '@/lib/session/token'
import { notesKey } from './cache'

/** Saves a note, a new one where the id is null, and puts it first in the list, as the newest edit. */
export function useSaveNote(): (id: string | null, text: NoteText) => Promise<void> {
  const { mutate } = useSWRConfig()
  return async (id, text) => {
    const token = requireToken()
    const savedId =
      id === null ? await createNote(token, text) : await updateNote(token, id, text).then(() => id)
    await mutate(notesKey(token), (notes: Note[] | undefined) => {
      if (savedId === undefined) return undefined // no card without an id: the list is loaded afresh
      return notes && [{ _id: savedId, ...text }, ...notes.filter((note) => note._id !== savedId)]
    })
  }
}
