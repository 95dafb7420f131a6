import { useLayoutEffect, useMemo } from 'react'
import useSWR from 'swr'
import { ApiError } from '@/lib/api/api-error'
import type { Note } from '@/lib/domain/note'
import { useLiveToken } from '@/lib/session/use-session'
import { type HostList, shown } from '@/lib/writes/shown'
import { useWrites } from '@/lib/writes/use-writes'
import { ignoreCurrentRequests, loadNotes, loadOfflineNotes } from './load-notes'
import { LOAD_ONCE, notesKey } from './swr-options'

type Notes = {
  notes: Note[] | undefined
  /** The list ends before its last note: the others are on their way, or were not loaded. */
  isPart: boolean
  failure: 'session-ended' | 'other-page' | 'not-loaded' | null
  isRetrying: boolean
  retry: () => void
}

/** `onFailedAgain` is called after a failure like the last one, with which nothing changes on the screen. */
export function useNotes(onFailedAgain: () => void): Notes {
  const token = useLiveToken()
  const writes = useWrites()
  const part = useSWR<HostList | undefined>(token && ['part of notes', token], null)
  const { data, error, isValidating, mutate } = useSWR<HostList | undefined>(
    token ? notesKey(token) : null,
    () => loadNotes(showPart),
    { ...LOAD_ONCE, onError: (cause) => error && hasSameFailure(cause) && onFailedAgain() },
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

  const failed = token === null ? 'session-ended' : error ? failureOf(error, data) : null
  const redirect = useSWR(
    failed === 'not-loaded' && ['redirect', error],
    () => isRedirected(error),
    LOAD_ONCE,
  )
  const failure = redirect.data ? 'other-page' : failed
  const offline = useSWR(failure && ['offline notes', token], loadOfflineNotes, LOAD_ONCE)
  const list = data ?? part.data ?? offline.data

  function hasSameFailure(cause: unknown): boolean {
    return failureOf(cause, data) === failureOf(error, data)
  }

  function showPart(notes: HostList): void {
    if (!part.data && !offline.data) void part.mutate(notes, false)
  }

  return {
    notes: useMemo(() => list && shown(list, writes), [list, writes]),
    isPart: !data && Boolean(part.data),
    failure,
    isRetrying: isValidating,
    retry: () => void mutate(),
  }
}

async function isRedirected(error: unknown): Promise<boolean> {
  return error instanceof ApiError && (await import('@/lib/api/answer')).isRedirected(error)
}

function failureOf(error: unknown, data: HostList | undefined): Notes['failure'] {
  const isEnded = error instanceof ApiError ? error.isUnauthorized : !data
  if (isEnded) return 'session-ended'
  const { cause } = error as { cause?: { text?: string } }
  return cause?.text?.trimStart()[0] === '<' ? 'other-page' : 'not-loaded'
}
