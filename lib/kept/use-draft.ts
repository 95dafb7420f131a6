'use client'

import { useEffect, useState } from 'react'
import { isSameText, type LoadedNote } from '@/lib/domain/note'
import type { Draft } from './database'
import { createDraftKeeper, type DraftKeeper } from './draft-keeper'
import { draftsOf, removeDraft } from './drafts'

/** Keeps what is typed in a form as a draft, and finds those that were left of the same note. */
export function useDraft(noteId: string | null, loaded: LoadedNote | undefined) {
  const [isKept, setIsKept] = useState(true)
  const [keeper] = useState(() => createDraftKeeper(noteId, setIsKept))
  const [found, setFound] = useState<Draft[]>([])

  useEffect(() => {
    const onHide = () => void keeper.flush()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', onHide)
      onHide()
    }
  }, [keeper])

  useEffect(() => {
    if (!loaded) return
    let isWanted = true
    keeper.startFrom(loaded)
    othersOf(keeper, noteId, loaded).then((drafts) => isWanted && setFound(drafts))
    return () => {
      isWanted = false
    }
  }, [keeper, noteId, loaded])

  return {
    /** The latest that was left; what is typed now is no part of it. */
    draft: found[0],
    /** False once the browser has refused to keep one. */
    isKept,
    keeper,
    async recover(draft: Draft): Promise<void> {
      await keeper.takeOver(draft)
      if (loaded) setFound(await othersOf(keeper, noteId, loaded))
    },
    async discard(draft: Draft): Promise<void> {
      setFound((drafts) => drafts.filter(({ id }) => id !== draft.id))
      await removeDraft(draft.id)
    },
  }
}

/** The drafts of a note that differ from what the host has; the others are done with. */
async function othersOf(keeper: DraftKeeper, noteId: string | null, note: LoadedNote): Promise<Draft[]> {
  const drafts = keeper.user === null ? [] : await draftsOf(keeper.user)
  const others = drafts.filter((draft) => draft.noteId === noteId && !keeper.isOwn(draft))
  for (const { id, text } of others) if (isSameText(text, note)) void removeDraft(id)
  return others.filter(({ text }) => !isSameText(text, note))
}
