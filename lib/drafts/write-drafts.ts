import type { LoadedNote, NoteText } from '@/lib/domain/note'
import { newId } from '@/lib/ids'
import { resultOf, transact } from '@/lib/offline/database'
import type { Draft, DraftOrWrite } from '@/lib/offline/record'
import type { StoredRecord } from '@/lib/offline/stored-record'
import { readStored } from '@/lib/read-stored'
import { getUser } from '@/lib/session/token'
import { markSeen, nextWriteTime, PREFIX, removeBackup } from './draft-store'

export function newDraft(user: string, noteId: string | null, text: NoteText, base: LoadedNote): Draft {
  return { id: newId(), user, noteId, text, base, writtenAt: nextWriteTime() }
}

export async function putDraft(draft: StoredRecord, isClosing = false): Promise<void> {
  markSeen(draft)
  await transact(['drafts'], 'readwrite', ({ drafts }) => {
    if (getUser() !== draft.user) throw new Error('The user has signed out')
    const written = drafts.put(draft)
    if (isClosing) return drafts.transaction.commit()
    // Not earlier: a transaction that commits cannot be aborted when the page enters the back/forward cache.
    written.onsuccess = () => drafts.transaction.commit()
  })
  removeBackup(draft)
}

/** Changes the latest version of a draft, also one that localStorage has. Undefined if `change` finds nothing to do. */
export async function changeDraft(
  id: string,
  change: (draft: Draft) => Draft | false | undefined,
): Promise<Draft | undefined> {
  try {
    const stored = await transact(['drafts'], 'readwrite', async ({ drafts }) => {
      const changed = changedLatest(await resultOf<Draft | undefined>(drafts.get(id)))
      if (changed) drafts.put(changed)
      return changed
    })
    if (stored) removeBackup(stored)
    return stored
  } catch (cause) {
    const backedUp = changedLatest()
    if (backedUp && backUp(backedUp)) return backedUp
    throw cause
  }

  function changedLatest(stored?: Draft): Draft | undefined {
    const backup = readStored<Draft>(PREFIX + id)
    const draft = backup && backup.writtenAt > (stored?.writtenAt ?? 0) ? backup : stored
    const changed = draft?.user === getUser() && change(draft)
    return changed ? { ...changed, writtenAt: draft.writtenAt + 1 } : undefined
  }
}

export function backUp(draft: StoredRecord): boolean {
  if (getUser() !== draft.user) return false
  try {
    localStorage.setItem(PREFIX + draft.id, JSON.stringify(draft))
    return true
  } catch (cause) {
    console.warn(cause)
    return false
  }
}

export function removeDraft(draft: DraftOrWrite): Promise<void> {
  removeBackup(draft)
  return transact(['drafts'], 'readwrite', ({ drafts }) => deleteOlder(drafts, draft))
}

export async function deleteOlder(drafts: IDBObjectStore, { id, writtenAt }: DraftOrWrite): Promise<void> {
  const found = await resultOf<StoredRecord | undefined>(drafts.get(id))
  if (found && found.writtenAt <= writtenAt) drafts.delete(id)
}
