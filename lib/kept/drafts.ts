import { isSameText, type NoteText } from '@/lib/domain/note'
import { answerOf, type Draft, endOf, openKept } from './database'
import { partingDraftsOf, removeParting } from './parting-drafts'

/** A user's drafts, the latest first; none where the browser keeps nothing. */
export async function draftsOf(user: string): Promise<Draft[]> {
  // First, or another tab's could get from here to the disk unseen.
  const parting = partingDraftsOf(user)
  const drafts = [...parting, ...(await writtenDraftsOf(user))].sort((a, b) => b.writtenAt - a.writtenAt)
  return drafts.filter(({ id }, at) => drafts.findIndex((draft) => draft.id === id) === at)
}

async function writtenDraftsOf(user: string): Promise<Draft[]> {
  const database = await openKept().catch(() => undefined)
  if (!database) return []
  return answerOf(database.transaction('drafts').objectStore('drafts').index('user').getAll(user))
}

export function newDraftId(): string {
  return `${Date.now()}-${Math.random()}`
}

/** Survives the browser's end when it resolves. Rejects where the browser's storage is full or forbidden. */
export async function putDraft(draft: Draft): Promise<void> {
  const transaction = (await openKept()).transaction('drafts', 'readwrite')
  transaction.objectStore('drafts').put(draft)
  // At once: a page that is being closed waits for no answer.
  transaction.commit()
  await endOf(transaction)
}

/** What was written to it since it was read stays. */
export async function removeDraft(draft: Draft): Promise<void> {
  removeParting(draft)
  const database = await openKept().catch(() => undefined)
  if (!database) return
  const transaction = database.transaction('drafts', 'readwrite')
  const end = endOf(transaction)
  const drafts = transaction.objectStore('drafts')
  const found: IDBRequest<Draft | undefined> = drafts.get(draft.id)
  found.onsuccess = () => {
    if (found.result && found.result.writtenAt <= draft.writtenAt) drafts.delete(draft.id)
  }
  await end
}

/** Removes every draft of a note, or of a new one where it is null, that holds just this text. */
export async function removeSaved(user: string, noteId: string | null, text: NoteText): Promise<void> {
  const drafts = await draftsOf(user)
  const saved = drafts.filter((draft) => draft.noteId === noteId && isSameText(draft.text, text))
  await Promise.all(saved.map(removeDraft))
}
