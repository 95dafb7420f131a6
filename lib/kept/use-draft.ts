'use client'

import { useEffect, useState } from 'react'
import { isSameText, type LoadedNote } from '@/lib/domain/note'
import type { Draft } from './database'
import { createDraftKeeper, type DraftKeeper, type Keeping } from './draft-keeper'
import { draftsOf, removeDraft } from './drafts'

/** Keeps what is typed in a form as a draft, and finds those that were left of the same note. */
export function useDraft(noteId: string | null, loaded: LoadedNote | undefined) {
  const [keeping, setKeeping] = useState<Keeping>('kept')
  const [keeper] = useState(() => createDraftKeeper(noteId, setKeeping))
  const [found, setFound] = useState<Draft[]>([])

  useEffect(() => {
    document.addEventListener('visibilitychange', keeper.pageMayEnd)
    addEventListener('pagehide', keeper.pageMayEnd)
    return () => {
      document.removeEventListener('visibilitychange', keeper.pageMayEnd)
      removeEventListener('pagehide', keeper.pageMayEnd)
      keeper.pageMayEnd()
    }
  }, [keeper])

  useEffect(() => {
    if (!loaded) return
    let isWanted = true
    keeper.startFrom(loaded)
    draftsLeft(keeper, noteId, loaded).then((drafts) => isWanted && setFound(drafts), console.warn)
    return () => {
      isWanted = false
    }
  }, [keeper, noteId, loaded])

  const withdraw = (draft: Draft) => setFound((drafts) => drafts.filter(({ id }) => id !== draft.id))

  return {
    /** The latest that was left; what is typed now is no part of it. */
    draft: found[0],
    keeping,
    keeper,
    async recover(draft: Draft): Promise<void> {
      withdraw(draft)
      await keeper.takeOver(draft)
      if (loaded) draftsLeft(keeper, noteId, loaded).then(setFound, console.warn)
    },
    discard(draft: Draft): void {
      withdraw(draft)
      removeDraft(draft).catch(console.warn)
    },
  }
}

/** The drafts of a note that differ from what the host has; the others are done with. */
async function draftsLeft(keeper: DraftKeeper, noteId: string | null, note: LoadedNote): Promise<Draft[]> {
  const drafts = keeper.user === null ? [] : await draftsOf(keeper.user)
  const others = drafts.filter((draft) => draft.noteId === noteId && !keeper.isOwn(draft))
  const done = others.filter(({ text }) => isSameText(text, note))
  await Promise.all(done.map(removeDraft))
  return others.filter((draft) => !done.includes(draft))
}
