import { resultOf, transact, withTimeout } from '@/lib/offline/database'
import type { Draft } from '@/lib/offline/record'
import { getUser } from '@/lib/session/token'
import { markSeen, PREFIX, removeBackup } from './draft-store'

export function putDraft(draft: Draft, isClosing = false): Promise<void> {
  markSeen(draft)
  return transact(['drafts'], 'readwrite', ({ drafts }) => {
    if (getUser() !== draft.user) throw new Error('The user has signed out')
    const written = drafts.put(draft)
    if (isClosing) return drafts.transaction.commit()
    // Not earlier: a transaction that commits cannot be aborted when the page enters the back/forward cache.
    written.onsuccess = () => drafts.transaction.commit()
  })
}

export function backUp(draft: Draft): boolean {
  if (getUser() !== draft.user) return false
  try {
    localStorage.setItem(PREFIX + draft.id, JSON.stringify(draft))
    return true
  } catch (cause) {
    console.warn(cause)
    return false
  }
}

/** Puts a draft into the database, or into localStorage if that fails. Returns whether one of them has it. */
export function storeDraft(draft: Draft): Promise<boolean> {
  return withTimeout(putDraft(draft)).then(
    () => true,
    () => backUp(draft),
  )
}

export async function removeDraft(draft: Draft): Promise<void> {
  removeBackup(draft)
  await transact(['drafts'], 'readwrite', async ({ drafts }) => {
    const found = await resultOf<Draft | undefined>(drafts.get(draft.id))
    if (found && found.writtenAt <= draft.writtenAt) drafts.delete(draft.id)
  })
}
