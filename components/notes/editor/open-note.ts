import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { addressOf } from '@/components/ui/address'
import type { CardColor } from '@/lib/domain/card-colors'
import { noteIdAt, notePath } from '@/lib/domain/note'

/** Set by the root layout, ahead of the router, which follows the history. No user's state. */
let show: ((id: string) => void) | undefined

/** The card that a note is opened from, kept in the history entry of its editor. */
export type Card = { color: CardColor; isCut: boolean }

/** Opens a note's editor without a request: the router, which has no page for its path, would load a document. */
export function openNote(id: string, card: Card | undefined, hash = ''): void {
  const place = { search: history.state?.search, leftTop: scrollY }
  history.pushState({ ...card, ...place }, '', addressOf(notePath(id) + hash))
  show?.(id)
  scrollTo(0, 0)
}

/** Id of the note that the form on the screen has become, so that it stays though the path is a note's. */
let becomeId: string | null = null

export function becomeNote(id: string): void {
  becomeId = id
  history.replaceState({}, '', addressOf(notePath(id)))
}

export function useIdInPath(): string | null {
  const id = noteIdAt(usePathname())
  return id === becomeId ? null : id
}

export function useOpenedNote(): string | null {
  const path = usePathname()
  const idInPath = useIdInPath()
  const [pending, setPending] = useState<{ id: string; path: string }>()

  useEffect(() => {
    if (noteIdAt(path) !== becomeId) becomeId = null
    show = (id) => flushSync(() => setPending({ id, path }))
    // Back was pressed before the router had followed, or the router has followed.
    const clear = () => setPending(undefined)
    addEventListener('popstate', clear)
    return () => {
      removeEventListener('popstate', clear)
      clear()
    }
  }, [path])

  return pending?.path === path ? pending.id : idInPath
}
