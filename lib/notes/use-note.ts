'use client'

import { useState } from 'react'
import useSWR from 'swr'
import { getNote } from '@/lib/api/notes'
import type { NoteText } from '@/lib/domain/note'
import { requireToken } from '@/lib/session/token'
import { useToken } from '@/lib/session/use-session'
import { LOAD_ONCE } from './cache'

let visits = 0

/**
 * The note as the host has it now, asked for anew at each opening; undefined where it cannot be loaded (logged).
 * A new login in another tab keeps what was loaded: someone may be writing in it.
 */
export function useNote(id: string): { note: NoteText | undefined; isLoading: boolean } {
  const token = useToken()
  const [visit] = useState(() => ++visits)
  const { data, isLoading } = useSWR(
    token === undefined ? null : ['note', id, visit, token],
    () => getNote(requireToken(), id),
    {
      ...LOAD_ONCE,
      keepPreviousData: true,
      onError: (error) => console.error(error),
    },
  )
  return { note: data, isLoading: data === undefined && (isLoading || token === undefined) }
}
