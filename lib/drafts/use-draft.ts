'use client'

import { useEffect, useState } from 'react'
import { isSameText, type LoadedNote } from '@/lib/domain/note'
import { type Draft, onDatabaseLost } from '@/lib/offline/database'
import { type AutosaveStatus, createAutosave } from './autosave'
import { draftsOf } from './draft-store'
import { watchSignOuts } from './sign-outs'
import { removeDraft } from './write-drafts'

/** Keeps what is typed in a form as a draft, and finds those that were left of the same note. */
export function useDraft(noteId: string | null, loaded: LoadedNote | undefined) {
  const [autosaveStatus, setAutosaveStatus] = useState<AutosaveStatus>('saved')
  const [autosave] = useState(() => createAutosave(noteId, setAutosaveStatus))
  const [found, setFound] = useState<Draft[]>([])

  useEffect(() => {
    watchSignOuts()
    document.addEventListener('visibilitychange', autosave.onPageHide)
    addEventListener('pagehide', autosave.onPageHide)
    autosave.watchForLoss()
    return () => {
      document.removeEventListener('visibilitychange', autosave.onPageHide)
      removeEventListener('pagehide', autosave.onPageHide)
      onDatabaseLost(() => {})
      autosave.onPageHide()
    }
  }, [autosave])

  useEffect(() => {
    if (!loaded) return
    let isWanted = true
    autosave.setBase(loaded)
    findDrafts(autosave.getUser(), (drafts) => isWanted && setFound(drafts))
    return () => {
      isWanted = false
    }
  }, [autosave, loaded])

  const [withdrawn, setWithdrawn] = useState<string[]>([])
  const withdraw = ({ id }: Draft) => setWithdrawn((ids) => [...ids, id])
  // Only the host tells what is saved: the notes of the last time do not.
  const isDone = ({ text }: Draft) => loaded && !loaded.isKept && isSameText(text, loaded)

  return {
    /** The latest that was left; what is typed now is no part of it. */
    draft: found.find(
      (draft) =>
        draft.noteId === noteId && !autosave.isOwn(draft) && !withdrawn.includes(draft.id) && !isDone(draft),
    ),
    autosaveStatus,
    autosave,
    recover(draft: Draft): void {
      withdraw(draft)
      autosave.adopt(draft).then(() => findDrafts(autosave.getUser(), setFound), console.warn)
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
