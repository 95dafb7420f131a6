import * as api from '@/lib/api/versions'
import { endingIfRefused } from '@/lib/auth/ending-if-refused'
import { isSameText, type NoteText } from '@/lib/domain/note'
import type { Autosave } from '@/lib/drafts/autosave'
import { newDraft } from '@/lib/drafts/write-drafts'
import type { Draft } from '@/lib/offline/database'
import { getUser, requireToken } from '@/lib/session/token'
import type { Write } from '@/lib/writes/write'
import type { Origin } from './save-note'

export type { Version } from '@/lib/api/versions'

export function listVersions(noteId: string): Promise<api.Version[]> {
  return endingIfRefused(() => api.listVersions(requireToken(), noteId))
}

export type OpenNote = { noteId: string; origin: Origin; autosave: Autosave; chain: Write | undefined }

/** Drafts for the form to recover one after the other, so that the last is in it and the text before stays as a draft. */
export function draftsOfVersion(
  { title, content }: NoteText,
  { noteId, origin, autosave, chain, text }: OpenNote & { text: NoteText },
): Draft[] {
  const user = getUser()
  // As for a save, this tab may not have been told yet of another user's login.
  if (user === null || autosave.getOwner() !== user) return []
  const version = { title, content }
  const draft = newDraft(user, noteId, version, origin.latest)
  // A changed text has a draft already, unless it waits: the next save replaces what waits.
  const withoutDraft = [origin.base, origin.latest, ...(chain ? [chain.text] : [])]
  // The base is the version: once that is saved, a merge must see this text as new.
  const before = withoutDraft.some((one) => isSameText(text, one))
  return before ? [newDraft(user, noteId, text, version), draft] : [draft]
}
