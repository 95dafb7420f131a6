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
  failure: 'session-ended' | 'not-loaded' | null
  isRetrying: boolean
  retry: () => void
  change: ChangeNotes
}

export function useNotes(): Notes {
  const token = useLiveToken()
  const { data, error, isValidating, mutate } = useSWR<Note[] | undefined>(
    token ? notesKey(token) : null,
    loadNotes,
    LOAD_ONCE,
  )

  // Forgets an error when the screen closes, in a layout effect: SWR loads another user's notes in a later one.
  useLayoutEffect(() => {
    if (token)
      return () => {
        ignoreCurrentRequests()
        void mutate((notes) => notes)
      }
  }, [token, mutate])

  const failure = token === null ? 'session-ended' : error ? failureOf(error, data) : null
  const offline = useSWR(failure && ['offline notes', token], loadOfflineNotes, LOAD_ONCE)

  return {
    notes: data ?? offline.data,
    failure,
    isRetrying: isValidating,
    retry: () => void mutate(),
    // Without data, `mutate` would clear the error.
    change: data ? mutate : offline.mutate,
  }
}

/** A missing token leaves a list that is shown. */
function failureOf(error: unknown, data: Note[] | undefined): Notes['failure'] {
  const isEnded = error instanceof ApiError ? error.status === 401 : !data
  return isEnded ? 'session-ended' : 'not-loaded'
}
