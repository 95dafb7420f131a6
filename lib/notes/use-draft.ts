import { useEffect, useState } from 'react'
import { watchSignOuts } from '@/lib/auth/watch-sign-outs'
import { isSameText, type LoadedNote } from '@/lib/domain/note'
import { type AutosaveStatus, createAutosave } from '@/lib/drafts/autosave'
import { namedFirst } from '@/lib/drafts/named-draft'
import { removeDraft } from '@/lib/drafts/write-drafts'
import { type DraftOrWrite, isUnsaved, isWaiting, isWrite } from '@/lib/offline/record'
import { getSignOuts, getUser } from '@/lib/session/token'
import { useLiveToken } from '@/lib/session/use-session'
import { findWrite, hideWrite, readJournal, tellOtherTabs } from '@/lib/writes/journal'
import { useWrites } from '@/lib/writes/use-writes'
import { useRead } from './use-read'

export function useDraft(noteId: string | null, loaded: LoadedNote | undefined, isShown: boolean) {
  const [autosaveStatus, setAutosaveStatus] = useState<AutosaveStatus>(initialStatus)
  const [autosave] = useState(() => createAutosave(noteId, setAutosaveStatus))
  const isSignedIn = Boolean(useLiveToken())
  const writes = useWrites()
  const { data: found = [], mutate } = useRead(loaded && isSignedIn ? findDrafts : null, [loaded, isSignedIn])

  useEffect(() => {
    watchSignOuts()
    return autosave.watch()
  }, [autosave])

  useEffect(() => {
    if (loaded) autosave.setBase(loaded)
  }, [autosave, loaded])

  const [dismissed, setDismissed] = useState<string[]>([])
  const dismiss = ({ id }: DraftOrWrite) => setDismissed((ids) => [...ids, id])
  const isSaved = ({ text }: DraftOrWrite) => isShown && loaded && !loaded.isKept && isSameText(text, loaded)

  return {
    draft: found.find(
      (draft) =>
        draft.noteId === noteId &&
        !autosave.isOwn(draft) &&
        !dismissed.includes(draft.id) &&
        !isSaved(draft) &&
        (!isWaiting(draft) || writes.some((write) => write.id === draft.id && isWaiting(write))),
    ),
    autosaveStatus,
    autosave,
    recover(draft: DraftOrWrite): void {
      dismiss(draft)
      if (isWrite(draft)) autosave.leave()
      else autosave.adopt(draft).then(() => mutate(), console.warn)
    },
    discard(draft: DraftOrWrite): void {
      dismiss(draft)
      discard(draft).catch(console.warn)
    },
  }
}

function initialStatus(): AutosaveStatus {
  return getSignOuts() > 0 && getUser() === null ? 'signed-out' : 'saved'
}

async function discard(record: DraftOrWrite): Promise<void> {
  if (!isWrite(record)) return removeDraft(record)
  const write = findWrite(record.id) ?? record
  hideWrite(write, true)
  await removeDraft(write)
  tellOtherTabs()
}

async function findDrafts(show: (drafts: DraftOrWrite[]) => void): Promise<DraftOrWrite[]> {
  const draftsOf = (records: DraftOrWrite[]) =>
    namedFirst(records.filter((one) => isUnsaved(one) || isWaiting(one)))
  return draftsOf(await readJournal((records) => show(draftsOf(records))))
}
