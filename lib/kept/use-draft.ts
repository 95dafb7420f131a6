'use client'

import { useEffect, useState } from 'react'
import { isSameText, type LoadedNote } from '@/lib/domain/note'
import { type Draft, whenLost } from './database'
import { createDraftKeeper, type Keeping } from './draft-keeper'
import { draftsOf } from './drafts'
import { watchSignOuts } from './sign-outs'
import { removeDraft } from './write-drafts'

/** Keeps what is typed in a form as a draft, and finds those that were left of the same note. */
export function useDraft(noteId: string | null, loaded: LoadedNote | undefined) {
  const [keeping, setKeeping] = useState<Keeping>('kept')
  const [keeper] = useState(() => createDraftKeeper(noteId, setKeeping))
  const [found, setFound] = useState<Draft[]>([])

  useEffect(() => {
    watchSignOuts()
    document.addEventListener('visibilitychange', keeper.pageMayEnd)
    addEventListener('pagehide', keeper.pageMayEnd)
    keeper.watchForLoss()
    return () => {
      document.removeEventListener('visibilitychange', keeper.pageMayEnd)
      removeEventListener('pagehide', keeper.pageMayEnd)
      whenLost(() => {})
      keeper.pageMayEnd()
    }
  }, [keeper])

  useEffect(() => {
    if (!loaded) return
    let isWanted = true
    keeper.startFrom(loaded)
    findDrafts(keeper.getUser(), (drafts) => isWanted && setFound(drafts))
    return () => {
      isWanted = false
    }
  }, [keeper, loaded])

  const [withdrawn, setWithdrawn] = useState<string[]>([])
  const withdraw = ({ id }: Draft) => setWithdrawn((ids) => [...ids, id])
  // Only the host tells what is saved: the notes of the last time do not.
  const isDone = ({ text }: Draft) => loaded && !loaded.isKept && isSameText(text, loaded)

  return {
    /** The latest that was left; what is typed now is no part of it. */
    draft: found.find(
      (draft) =>
        draft.noteId === noteId && !keeper.isOwn(draft) && !withdrawn.includes(draft.id) && !isDone(draft),
    ),
    keeping,
    keeper,
    recover(draft: Draft): void {
      withdraw(draft)
      keeper.takeOver(draft).then(() => findDrafts(keeper.getUser(), setFound), console.warn)
    },
    discard(draft: Draft): void {
      withdraw(draft)
      removeDraft(draft).catch(console.warn)
    },
  }
}

function findDrafts(user: string | null, onFound: (drafts: Draft[]) => void): void {
  if (user !== null) draftsOf(user, onFound).then(onFound, console.warn)
}
