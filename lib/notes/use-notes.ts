'use client'

import { useLayoutEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { ApiError } from '@/lib/api/api-error'
import { listNotes } from '@/lib/api/note-list'
import { isSameText, type Note } from '@/lib/domain/note'
import { getUser, requireToken } from '@/lib/session/token'
import { useToken } from '@/lib/session/use-session'
import { userState } from '@/lib/session/user-state'
import { LOAD_ONCE, notesKey } from './swr-options'

type Notes = {
  /** Undefined until they are there. Where they could not be loaded, those that this browser keeps. */
  notes: Note[] | undefined
  /** Stays until a retry is answered. */
  failure: 'session-ended' | 'not-loaded' | null
  isRetrying: boolean
  retry: () => void
  /** Takes a note that the host has deleted from the list. */
  dropNote: (id: string) => Promise<void>
}

/** All notes of whoever is signed in, asked for once each time a screen that uses it opens. */
export function useNotes(): Notes {
  const token = useToken()
  const { data, error, isValidating, mutate } = useSWR(token ? notesKey(token) : null, latestNotes, LOAD_ONCE)
  useForgetOnClose(token)
  const failure = token === null ? 'session-ended' : error ? failureOf(error) : null
  const kept = useSWR(failure === 'not-loaded' && !data ? ['kept notes', token] : null, loadKept, LOAD_ONCE)

  return {
    notes: data ?? kept.data,
    failure,
    isRetrying: isValidating,
    retry: () => void mutate(),
    dropNote: async (id) => {
      const without = (notes: Note[] | undefined) => notes?.filter((note) => note._id !== id)
      // It would forget the failure.
      if (data) await mutate(without, { revalidate: false })
      await kept.mutate(without, { revalidate: false })
      const user = getUser()
      import('./offline-notes').then(({ storeDeletion }) => storeDeletion(user, id)).catch(console.warn)
    },
  }
}

// What is kept is of use later, and may fail: nothing waits for it.

async function loadKept(): Promise<Note[] | undefined> {
  const user = getUser()
  if (user === null) return undefined
  const { offlineNotes } = await import('./offline-notes')
  return offlineNotes(user)
}

let requests = 0

/** SWR drops an answer that a newer request has overtaken, but not a failure. */
async function latestNotes(): Promise<Note[]> {
  requests += 1
  const request = requests
  try {
    const user = getUser()
    const { notes: answered, json } = await listNotes(requireToken())
    const notes = withUnchanged(answered)
    whenIdle(() => {
      import('@/lib/drafts/deferred').then(({ storeList }) => storeList(user, json)).catch(console.warn)
    })
    return notes
  } catch (error) {
    if (request !== requests) return new Promise(() => {})
    throw error
  }
}

const latest = userState((): Note[] => [])

/** Notes that have not changed since the last answer stay the same objects: their cards stay as they are. */
function withUnchanged(notes: Note[]): Note[] {
  const before = new Map(latest.get().map((note) => [note._id, note]))
  const merged = notes.map((note) => {
    const known = before.get(note._id)
    return known && isSameText(known, note) ? known : note
  })
  latest.set(merged)
  return merged
}

/** The cards come first. Not every browser knows when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 1000 })
  else setTimeout(work, 300)
}

/**
 * A request or failure left when the screen closes is forgotten, so that opening it again asks anew. In a layout
 * effect, because SWR asks for another user's notes in one too, which comes after this.
 */
function useForgetOnClose(token: string | null | undefined): void {
  const { mutate } = useSWRConfig()
  useLayoutEffect(() => {
    if (token)
      return () => {
        requests += 1
        void mutate(notesKey(token), (notes: Note[] | undefined) => notes)
      }
  }, [token, mutate])
}

function failureOf(error: unknown): Notes['failure'] {
  return error instanceof ApiError && error.status === 401 ? 'session-ended' : 'not-loaded'
}
