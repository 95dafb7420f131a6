import * as api from '@/lib/api/versions'
import { endingIfRefused } from '@/lib/auth/ending-if-refused'
import type { NoteText } from '@/lib/domain/note'
import type { Autosave } from '@/lib/drafts/autosave'
import { newDraft } from '@/lib/drafts/write-drafts'
import type { Draft } from '@/lib/offline/record'
import { getUser, requireToken } from '@/lib/session/token'
import type { Origin } from './form-state'

export type { Version } from '@/lib/api/versions'

export function listVersions(noteId: string): Promise<api.Version[]> {
  return endingIfRefused(() => api.listVersions(requireToken(), noteId))
}

export type OpenNote = { noteId: string; origin: Origin; autosave: Autosave }

/** Makes a draft of a version, for the form to recover. The form's text, changed or not, stays as another one. */
export function draftOfVersion(
  { title, content }: NoteText,
  { noteId, origin, autosave, text }: OpenNote & { text: NoteText },
): Draft | undefined {
  const user = getUser()
  if (user === null || autosave.getOwner() !== user) return undefined
  const version = { title, content }
  // Once the version is saved, a merge must see all of the form's text as new.
  const { base } = origin
  autosave.setBase({ ...version, typedOn: { title: base.title, content: base.content } })
  autosave.change(text)
  return newDraft(user, noteId, version, origin.latest)
}
