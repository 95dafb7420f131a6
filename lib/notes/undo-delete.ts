import type { ApiError } from '@/lib/api/api-error'
import { listNotes } from '@/lib/api/note-list'
import { createNote } from '@/lib/api/notes'
import { restoreNote } from '@/lib/api/trash'
import { UnknownCall } from '@/lib/api/unknown-call'
import { notUndone } from '@/lib/domain/messages/undo'
import type { Note } from '@/lib/domain/note'
import { countEqual, type DeletedDraft, findRestored, isDeleted } from '@/lib/drafts/deleted-draft'
import { readDrafts } from '@/lib/drafts/draft-store'
import { storeDraft } from '@/lib/drafts/store-draft'
import { removeDraft } from '@/lib/drafts/write-drafts'
import { removeDeletion } from '@/lib/offline/list-cache'
import { requireToken } from '@/lib/session/token'
import { type ChangeNotes, isRefused } from './delete-note'
import { deletedIds } from './load-notes'

/** Id of the note, and the host's list if it was asked for. */
type Restored = { id: string; notes?: Note[] }

/** Restores a deleted note from the trash, or creates it again, and puts it first in the list. Returns its id. */
export async function undoDelete(
  draft: DeletedDraft,
  shown: Note[] | undefined,
  change: ChangeNotes,
): Promise<string> {
  const { user, text, deleted } = draft
  const { id, notes } = await exclusively(draft.id, () => restore(draft, shown))
  removeDraft(draft).catch(console.warn)
  deletedIds.get().delete(deleted.id)
  removeDeletion(user, deleted.id).catch(console.warn)
  await change((before = []) => notes ?? [{ _id: id, ...text }, ...before], { revalidate: false })
  return id
}

export function sentenceFor(error: unknown): string {
  return (error as ApiError).hostMessage ?? notUndone
}

/** Waits while another tab does the same. */
function exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return isSecureContext ? navigator.locks.request(name, work) : work()
}

async function restore(draft: DeletedDraft, shown: Note[] | undefined): Promise<Restored> {
  const token = requireToken()
  const stored = (await readDrafts(draft.user)).filter(isDeleted).find(({ id }) => id === draft.id)
  const knownBefore = stored?.deleted.equalBefore
  const equalBefore = knownBefore ?? countEqual(shown ?? (await listNotes(token)).notes, draft.text)
  const attempt = { ...draft, deleted: { ...draft.deleted, equalBefore } }
  // Another tab may have restored it, or a response was lost.
  const restored = stored && knownBefore === undefined ? undefined : await findOnHost(token, attempt)
  if (restored) return restored
  await storeDraft(attempt)
  try {
    return await restoreOrCreate(token, attempt)
  } catch (error) {
    const found = isRefused(error) ? undefined : await findOnHost(token, attempt)
    if (!found) throw error
    return found
  }
}

async function restoreOrCreate(token: string, draft: DeletedDraft): Promise<Restored> {
  const { id, isRestorable } = draft.deleted
  if (isRestorable) {
    if (await isRestoredFromTrash(token, id)) return { id }
    const restored = await findOnHost(token, draft)
    if (restored) return restored
  }
  const newId = await createNote(token, draft.text)
  if (newId !== undefined) return { id: newId }
  const created = await findOnHost(token, draft)
  if (!created) throw new Error('The list lacks the note that was created')
  return created
}

/** Fails unless the note is restored or not in the trash. */
async function isRestoredFromTrash(token: string, id: string): Promise<boolean> {
  try {
    await restoreNote(token, id)
    return true
  } catch (error) {
    if (error instanceof UnknownCall) return false
    throw error
  }
}

async function findOnHost(token: string, draft: DeletedDraft): Promise<Restored | undefined> {
  const { notes } = await listNotes(token)
  const note = findRestored(notes, draft)
  return note && { id: note._id, notes }
}
