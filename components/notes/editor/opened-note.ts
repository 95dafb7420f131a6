'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { noteIdAt } from '@/lib/domain/note'

let show: ((id: string) => void) | undefined

/** Shows a note at once. The router, which has been told its address, follows in pieces between other work. */
export function showNote(id: string): void {
  show?.(id)
}

/** The id of the note whose editor is to be shown; null on any other screen. */
export function useOpenedNote(): string | null {
  const path = usePathname()
  const [ahead, setAhead] = useState<{ id: string; path: string }>()

  useEffect(() => {
    show = (id) => flushSync(() => setAhead({ id, path }))
    // The router has followed; or somebody went back before it had.
    const follow = () => setAhead(undefined)
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('popstate', follow)
      follow()
    }
  }, [path])

  return ahead?.path === path ? ahead.id : noteIdAt(path)
}
