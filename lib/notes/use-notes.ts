'use client'

import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { ApiError } from '@/lib/api/api-error'
import { deleteNote, listNotes } from '@/lib/api/notes'
import type { Note } from '@/lib/domain/note'
import { requireToken } from '@/lib/session/token'
import { useToken } from '@/lib/session/use-session'
import { LOAD_ONCE, notesKey } from './cache'

type Notes = {
  /** Undefined until they are there. */
  notes: Note[] | undefined
  failure: 'session-ended' | 'not-loaded' | null
  retry: () => void
  /** Deletes on the host first; when that has succeeded and the card has left, the list changes. */
  removeNote: (id: string, cardLeaves: () => Promise<unknown>) => Promise<void>
}

/** All notes of whoever is signed in, asked for once each time a screen that uses it opens. */
export function useNotes(): Notes {
  const token = useToken()
  const { data, error, isValidating, mutate } = useSWR(token ? notesKey(token) : null, latestNotes, LOAD_ONCE)
  useForgetOnClose(token)

  return {
    notes: data,
    failure: token === null ? 'session-ended' : error && !isValidating ? failureOf(error) : null,
    retry: () => void mutate(),
    removeNote: async (id, cardLeaves) => {
      await deleteNote(requireToken(), id)
      await cardLeaves()
      await mutate((notes) => notes?.filter((note) => note._id !== id), { revalidate: false })
    },
  }
}

let requests = 0

/** SWR drops an answer that a newer request has overtaken, but not a failure. */
async function latestNotes(): Promise<Note[]> {
  requests += 1
  const request = requests
  try {
    return await listNotes(requireToken())
  } catch (error) {
    if (request !== requests) return new Promise(() => {})
    throw error
  }
}

/** A request or failure left when the screen closes is forgotten, so that opening it again asks anew. */
function useForgetOnClose(token: string | null | undefined): void {
  const { mutate } = useSWRConfig()
  useEffect(() => {
    if (token) return () => void mutate(notesKey(token), (notes: Note[] | undefined) => notes)
  }, [token, mutate])
}

function failureOf(error: unknown): Notes['failure'] {
  return error instanceof ApiError && error.status === 401 ? 'session-ended' : 'not-loaded'
}
