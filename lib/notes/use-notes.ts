'use client'

import { useLayoutEffect } from 'react'
import useSWR from 'swr'
import { ApiError } from '@/lib/api/api-error'
import type { Note } from '@/lib/domain/note'
import { useLiveToken } from '@/lib/session/use-session'
import type { ChangeNotes } from './delete-note'
import { ignoreCurrentRequests, loadNotes, loadOfflineNotes } from './load-notes'
import { LOAD_ONCE, notesKey } from './swr-options'

type Notes = {
  notes: Note[] | undefined
  /** The list ends before its last note: the others are on their way, or were not loaded. */
  isPart: boolean
  failure: 'session-ended' | 'not-loaded' | null
  isRetrying: boolean
  retry: () => void
  change: ChangeNotes
}

export function useNotes(): Notes {
  const token = useLiveToken()
  const part = useSWR<Note[] | undefined>(token && ['part of notes', token], null)
  const { data, error, isValidating, mutate } = useSWR<Note[] | undefined>(
    token ? notesKey(token) : null,
    // A second attempt does not take away what is there.
    () => loadNotes((notes) => void (part.data ?? offline.data ?? part.mutate(notes, false))),
    LOAD_ONCE,
  )

  // Forgets an error when the screen closes, in a layout effect: SWR loads another user's notes in a later one.
  useLayoutEffect(() => {
    if (token)
      return () => {
        ignoreCurrentRequests()
        void part.mutate(undefined, false)
        void mutate((notes) => notes)
      }
  }, [token, mutate, part.mutate])

  const failure = token === null ? 'session-ended' : error ? failureOf(error, data) : null
  const offline = useSWR(failure && ['offline notes', token], loadOfflineNotes, LOAD_ONCE)

  return {
    notes: data ?? part.data ?? offline.data,
    isPart: !data && Boolean(part.data),
    failure,
    isRetrying: isValidating,
    retry: () => void mutate(),
    // Without data, `mutate` would clear the error.
    change: data ? mutate : part.data ? part.mutate : offline.mutate,
  }
}

/** A missing token leaves a list that is shown. */
function failureOf(error: unknown, data: Note[] | undefined): Notes['failure'] {
  const isEnded = error instanceof ApiError ? error.status === 401 : !data
  return isEnded ? 'session-ended' : 'not-loaded'
}
