import * as api from '@/lib/api/versions'
import { endingIfRefused } from '@/lib/auth/ending-if-refused'
import { isSameText, type NoteText } from '@/lib/domain/note'
import { newDraft } from '@/lib/drafts/write-drafts'
import type { Draft } from '@/lib/offline/database'
import { getUser, requireToken } from '@/lib/session/token'
import type { Origin } from './save-note'

export type { Version } from '@/lib/api/versions'

export function listVersions(noteId: string): Promise<api.Version[]> {
  return endingIfRefused(() => api.listVersions(requireToken(), noteId))
}

/** Drafts for the form to recover one after the other, so that the last is in it and the text before stays as a draft. */
export function draftsOfVersion(
  { title, content }: NoteText,
  form: { noteId: string; text: NoteText; origin: Origin },
): Draft[] {
  const { noteId, text, origin } = form
  const user = getUser()
  if (user === null) return []
  const version = { title, content }
  const draft = newDraft(user, noteId, version, origin.latest)
  // A changed text has a draft already. The base is the version: once that is saved, a merge must see this text as new.
  const isUnchanged = isSameText(text, origin.base) || isSameText(text, origin.latest)
  return isUnchanged ? [newDraft(user, noteId, text, version), draft] : [draft]
}
