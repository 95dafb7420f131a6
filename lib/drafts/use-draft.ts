'use client'

import { useEffect, useState } from 'react'
import { isSameText, type LoadedNote } from '@/lib/domain/note'
import { type Draft, setDatabaseLostListener } from '@/lib/offline/database'
import { getSignOuts, getUser } from '@/lib/session/token'
import { useLiveToken } from '@/lib/session/use-session'
import { type AutosaveStatus, createAutosave } from './autosave'
import { readDrafts } from './draft-store'
import { watchSignOuts } from './watch-sign-outs'
import { removeDraft } from './write-drafts'

export function useDraft(noteId: string | null, loaded: LoadedNote | undefined) {
  const [autosaveStatus, setAutosaveStatus] = useState<AutosaveStatus>(initialStatus)
  const [autosave] = useState(() => createAutosave(noteId, setAutosaveStatus))
  const [found, setFound] = useState<Draft[]>([])
  const isSignedIn = Boolean(useLiveToken())

  useEffect(() => {
    watchSignOuts()
    document.addEventListener('visibilitychange', autosave.onPageHide)
    addEventListener('pagehide', autosave.onPageHide)
    autosave.watchForLoss()
    return () => {
      document.removeEventListener('visibilitychange', autosave.onPageHide)
      removeEventListener('pagehide', autosave.onPageHide)
      setDatabaseLostListener(() => {})
      autosave.onPageHide()
    }
  }, [autosave])

  useEffect(() => {
    if (loaded) autosave.setBase(loaded)
    if (!loaded || !isSignedIn) return
    let isCurrent = true
    findDrafts(autosave.getOwner(), (drafts) => isCurrent && setFound(drafts))
    return () => {
      isCurrent = false
    }
  }, [autosave, loaded, isSignedIn])

  const [dismissed, setDismissed] = useState<string[]>([])
  const dismiss = ({ id }: Draft) => setDismissed((ids) => [...ids, id])
  const isSaved = ({ text }: Draft) => loaded && !loaded.isKept && isSameText(text, loaded)

  return {
    draft: found.find(
      (draft) =>
        draft.noteId === noteId && !autosave.isOwn(draft) && !dismissed.includes(draft.id) && !isSaved(draft),
    ),
    autosaveStatus,
    autosave,
    recover(draft: Draft): void {
      dismiss(draft)
      autosave.adopt(draft).then(() => findDrafts(autosave.getOwner(), setFound), console.warn)
    },
    discard(draft: Draft): void {
      dismiss(draft)
      removeDraft(draft).catch(console.warn)
    },
  }
}

/** A form whose session ends, in this tab or another, starts anew. */
function initialStatus(): AutosaveStatus {
  return getSignOuts() > 0 && getUser() === null ? 'signed-out' : 'saved'
}

function findDrafts(user: string | null, onFound: (drafts: Draft[]) => void): void {
  if (user !== null) readDrafts(user, onFound).then(onFound, console.warn)
}
