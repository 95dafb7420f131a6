'use client'

import { useLayoutEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { ApiError } from '@/lib/api/api-error'
import { listNotes } from '@/lib/api/note-list'
import { isSameText, type Note } from '@/lib/domain/note'
import { dropOnSignOut } from '@/lib/session/on-sign-out'
import { getUser, requireToken } from '@/lib/session/token'
import { useToken } from '@/lib/session/use-session'
import { LOAD_ONCE, notesKey } from './cache'

type Notes = {
  /** Undefined until they are there. Where they could not be loaded, those that this browser keeps. */
  notes: Note[] | undefined
  /** When the host was asked for them, in milliseconds since 1970; 0 where one has been saved here since. */
  askedAt: number
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
  const startedAt = askedAt.get(data ?? []) ?? 0

  return {
    notes: data ?? kept.data,
    askedAt: startedAt,
    failure,
    isRetrying: isValidating,
    retry: () => void mutate(),
    dropNote: async (id) => {
      const without = (notes: Note[] | undefined) => {
        const left = notes?.filter((note) => note._id !== id)
        if (left) askedAt.set(left, startedAt)
        return left
      }
      // It would forget the failure.
      if (data) await mutate(without, { revalidate: false })
      await kept.mutate(without, { revalidate: false })
      void keep(getUser(), (lists, user) => lists.keepDeletion(user, id))
    },
  }
}

// What is kept is of use later, and may fail: nothing waits for it.

async function loadKept(): Promise<Note[] | undefined> {
  const user = getUser()
  if (user === null) return undefined
  const { keptNotes } = await import('./kept-notes')
  return keptNotes(user)
}

type KeptLists = typeof import('@/lib/kept/late')

async function keep(
  user: string | null,
  work: (lists: KeptLists, user: string) => Promise<void>,
): Promise<void> {
  try {
    const lists = await import('@/lib/kept/late')
    // Whoever has left meanwhile leaves nothing behind.
    if (user !== null && getUser() === user) await work(lists, user)
  } catch (cause) {
    console.warn(cause)
  }
}

let requests = 0
const askedAt = new WeakMap<Note[], number>()

/** SWR drops an answer that a newer request has overtaken, but not a failure. */
async function latestNotes(): Promise<Note[]> {
  requests += 1
  const request = requests
  const startedAt = Date.now()
  try {
    const user = getUser()
    const { notes: answered, json } = await listNotes(requireToken())
    const notes = withUnchanged(answered)
    askedAt.set(notes, startedAt)
    whenIdle(() => void keep(user, (lists, of) => lists.keepList(of, json)))
    return notes
  } catch (error) {
    if (request !== requests) return new Promise(() => {})
    throw error
  }
}

let latest: Note[] = []
dropOnSignOut(() => {
  latest = []
})

/** Notes that have not changed since the last answer stay the same objects: their cards stay as they are. */
function withUnchanged(notes: Note[]): Note[] {
  const before = new Map(latest.map((note) => [note._id, note]))
  latest = notes.map((note) => {
    const known = before.get(note._id)
    return known && isSameText(known, note) ? known : note
  })
  return latest
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
