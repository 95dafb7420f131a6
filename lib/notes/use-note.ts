'use client'

import { useState } from 'react'
import useSWR from 'swr'
import { ApiError } from '@/lib/api/api-error'
import { getNote } from '@/lib/api/notes'
import type { LoadedNote } from '@/lib/domain/note'
import { getUser, requireToken } from '@/lib/session/token'
import { useToken } from '@/lib/session/use-session'
import { LOAD_ONCE } from './swr-options'

let visits = 0

/**
 * The note as the host has it now, asked for anew at each opening; without a network, as this browser last saw
 * it. Undefined where it cannot be loaded (logged).
 * A new login in another tab keeps what was loaded: someone may be writing in it.
 */
export function useNote(id: string): { note: LoadedNote | undefined; isLoading: boolean } {
  const token = useToken()
  const [visit] = useState(() => ++visits)
  const { data, isLoading } = useSWR(
    token === undefined ? null : ['note', id, visit, token],
    () => loadNote(id),
    {
      ...LOAD_ONCE,
      keepPreviousData: true,
      onError: (error) => console.error(error),
    },
  )
  return { note: data, isLoading: data === undefined && (isLoading || token === undefined) }
}

async function loadNote(id: string): Promise<LoadedNote> {
  const [token, user] = [requireToken(), getUser()]
  try {
    return await getNote(token, id)
  } catch (error) {
    const isOffline = error instanceof ApiError && error.isUnreachable
    const kept = isOffline && user !== null && (await (await import('./offline-notes')).offlineNote(user, id))
    if (!kept) throw error
    console.error(error)
    return kept
  }
}
