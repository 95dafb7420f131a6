import { isSameText, type NoteText } from '@/lib/domain/note'
import { type Draft, transact } from '@/lib/offline/database'
import { getUser } from '@/lib/session/token'
import { PREFIX, removeBackup } from './draft-backup'
import { draftsOf, see, seen } from './draft-store'

export function newDraftId(): string {
  return `${Date.now()}-${Math.random()}`
}

/** The time of a draft that is written now: after all that this page has seen, though the clock was set back since. */
export function timeOfWriting(): number {
  return Math.max(Date.now(), ...[...seen.values()].map(({ writtenAt }) => writtenAt + 1))
}

/**
 * Survives the browser's end when it resolves. Rejects where the browser's storage is full or forbidden.
 *
 * @param isClosing whether the page is being closed: then it is committed at once
 */
export function putDraft(draft: Draft, isClosing = false): Promise<void> {
  see(draft)
  return transact(['drafts'], 'readwrite', (transaction) => {
    // After a log-out it would outlive its user.
    if (getUser() !== draft.user) throw new Error('The user has signed out')
    const written = transaction.objectStore('drafts').put(draft)
    if (isClosing) return transaction.commit()
    // Not before: what is being committed cannot be aborted when the page enters the back/forward cache.
    written.onsuccess = () => transaction.commit()
  })
}

/** Keeps a draft that the database has not taken. False where that is impossible, and after a log-out. */
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

/** Removes a draft, unless it was written to since it was read. */
export async function removeDraft(draft: Draft): Promise<void> {
  removeBackup(draft)
  await transact(['drafts'], 'readwrite', (transaction) => {
    const drafts = transaction.objectStore('drafts')
    const found: IDBRequest<Draft | undefined> = drafts.get(draft.id)
    found.onsuccess = () => {
      if (found.result && found.result.writtenAt <= draft.writtenAt) drafts.delete(draft.id)
    }
  })
}

/** Removes every draft of a note, or of a new one where it is null, that holds just this text. */
export async function removeSaved(user: string, noteId: string | null, text: NoteText): Promise<void> {
  const drafts = await draftsOf(user)
  const saved = drafts.filter((draft) => draft.noteId === noteId && isSameText(draft.text, text))
  await Promise.all(saved.map(removeDraft))
}
