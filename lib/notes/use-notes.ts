'use client'

import { useLayoutEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { ApiError } from '@/lib/api/api-error'
import type { Note } from '@/lib/domain/note'
import { getUser } from '@/lib/session/token'
import { useToken } from '@/lib/session/use-session'
import { ignoreCurrentRequests, loadNotes, loadOfflineNotes } from './load-notes'
import { LOAD_ONCE, notesKey } from './swr-options'

type Notes = {
  notes: Note[] | undefined
  failure: 'session-ended' | 'not-loaded' | null
  isRetrying: boolean
  retry: () => void
  dropNote: (id: string) => Promise<void>
}

export function useNotes(): Notes {
  const token = useToken()
  const { data, error, isValidating, mutate } = useSWR(token ? notesKey(token) : null, loadNotes, LOAD_ONCE)
  useForgetOnClose(token)
  const failure = token === null ? 'session-ended' : error ? failureOf(error, data) : null
  const offlineKey = failure === 'not-loaded' && !data ? ['offline notes', token] : null
  const offline = useSWR(offlineKey, loadOfflineNotes, LOAD_ONCE)

  return {
    notes: data ?? offline.data,
    failure,
    isRetrying: isValidating,
    retry: () => void mutate(),
    dropNote: async (id) => {
      const without = (notes: Note[] | undefined) => notes?.filter((note) => note._id !== id)
      // Without data, `mutate` would clear the error.
      if (data) await mutate(without, { revalidate: false })
      await offline.mutate(without, { revalidate: false })
      const user = getUser()
      import('./offline-notes').then(({ storeDeletion }) => storeDeletion(user, id)).catch(console.warn)
    },
  }
}

/** Forgets an error when the screen closes, in a layout effect: SWR loads another user's notes in a later one. */
function useForgetOnClose(token: string | null | undefined): void {
  const { mutate } = useSWRConfig()
  useLayoutEffect(() => {
    if (token)
      return () => {
        ignoreCurrentRequests()
        void mutate(notesKey(token), (notes: Note[] | undefined) => notes)
      }
  }, [token, mutate])
}

/** A missing token leaves a list that is shown. */
function failureOf(error: unknown, data: Note[] | undefined): Notes['failure'] {
  const isEnded = error instanceof ApiError ? error.status === 401 : !data
  return isEnded ? 'session-ended' : 'not-loaded'
}
