import * as api from '@/lib/api/versions'
import { endingIfRefused } from '@/lib/auth/ending-if-refused'
import { isSameText, type NoteText } from '@/lib/domain/note'
import { newDraft, storeDraft } from '@/lib/drafts/write-drafts'
import type { Draft } from '@/lib/offline/database'
import { getUser, NO_TOKEN, requireToken } from '@/lib/session/token'
import type { Origin } from './save-note'

export type { Version } from '@/lib/api/versions'

export function listVersions(noteId: string): Promise<api.Version[]> {
  return endingIfRefused(() => api.listVersions(requireToken(), noteId))
}

/** Makes a draft of a version, for the form to recover. The form's text, which has a draft if it was changed, gets one. */
export async function draftOfVersion(
  { title, content }: NoteText,
  form: { noteId: string; text: NoteText; origin: Origin },
): Promise<Draft> {
  const { noteId, text, origin } = form
  const user = getUser()
  if (user === null) throw new Error(NO_TOKEN)
  const version = { title, content }
  // Its base is the version: once that is saved, a merge would see no change in this text.
  const isUnchanged = isSameText(text, origin.base) || isSameText(text, origin.latest)
  if (isUnchanged) await storeDraft(newDraft(user, noteId, text, version))
  return newDraft(user, noteId, version, origin.latest)
}
