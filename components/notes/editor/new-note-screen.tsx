'use client'

import { useEffect, useState } from 'react'
import { SHARED_TEXTS } from '@/lib/domain/shared-text'
import { getUser } from '@/lib/session/token'
import { NewNoteForm } from './note-form'

/** Form of a new note. What another application has shared becomes its draft first. */
export function NewNoteScreen() {
  const [hasTaken, setHasTaken] = useState(false)

  useEffect(() => {
    takeShared().then((isAny) => isAny && setHasTaken(true), console.warn)
  }, [])

  return <NewNoteForm key={String(hasTaken)} />
}

async function takeShared(): Promise<boolean> {
  // Insecure origins have no caches.
  if (getUser() === null || !(await globalThis.caches?.has(SHARED_TEXTS))) return false
  return (await import('@/lib/drafts/take-shared')).takeShared()
}
