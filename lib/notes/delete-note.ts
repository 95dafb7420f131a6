import type { KeyedMutator } from 'swr'
import { ApiError } from '@/lib/api/api-error'
import * as api from '@/lib/api/delete-note'
import type { Note } from '@/lib/domain/note'
import { storeDraft } from '@/lib/drafts/store-draft'
import { nextWriteTime, removeDraft } from '@/lib/drafts/write-drafts'
import type { Draft } from '@/lib/offline/database'
import { storeDeletion } from '@/lib/offline/list-cache'
import { getUser, requireToken } from '@/lib/session/token'
import { deletedIds } from './load-notes'

/** Deletes a note. Its text is stored before, so that the delete can be undone. */
export async function deleteNote({ _id, title, content }: Note): Promise<void> {
  const token = requireToken()
  const draft: Draft = {
    id: `deleted-${_id}`,
    user: getUser() ?? token,
    noteId: '',
    text: { title, content },
    base: { title: '', content: '' },
    writtenAt: nextWriteTime(),
    deleted: { id: _id, isRestorable: false },
  }
  await storeDraft(draft)
  try {
    const isRestorable = await api.deleteNote(token, _id)
    if (isRestorable) await storeDraft({ ...draft, deleted: { id: _id, isRestorable } })
  } catch (error) {
    if (isRefused(error)) removeDraft(draft).catch(console.warn)
    throw error
  }
}

/** Whether the host has not done what it was asked for. 404 may be for a DELETE that the browser has sent twice. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status !== undefined && error.status < 500 && error.status !== 404
}

export type ChangeNotes = KeyedMutator<Note[] | undefined>

export async function dropNote(id: string, change: ChangeNotes): Promise<void> {
  deletedIds.get().add(id)
  await change((notes) => notes?.filter(({ _id }) => _id !== id), { revalidate: false })
  storeDeletion(getUser(), id).catch(console.warn)
}
