import { ApiError } from '@/lib/api/api-error'
import { createNote, getNote, updateNote } from '@/lib/api/notes'
import type { Merged } from '@/lib/domain/merge'
import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { userState } from '@/lib/session/user-state'

/** The version that a text was made from, and the latest known version on the host. */
export type Origin = { base: NoteText; latest: LoadedNote }

export type Conflict = { theirs: LoadedNote; merged: NoteText }

type Saved = { id: string | undefined; text: NoteText } | { conflict: Conflict }

export async function saveNewNote(token: string, text: NoteText): Promise<Saved> {
  return { id: await createNote(token, text), text }
}

/** Saves without a response, by note: the text of the form, and the text that was sent for it. */
const unconfirmedSaves = userState(() => new Map<string, { mine: NoteText; sent: NoteText }>())

const ATTEMPTS = 5

export async function saveNote(
  token: string,
  id: string,
  mine: NoteText,
  { base, latest }: Origin,
  attempt = 1,
): Promise<Saved> {
  const unconfirmed = unconfirmedSaves.get()
  const theirs = latest.isKept ? await getNote(token, id) : latest
  const { text, hasConflicts } = await merge(baseOf(id, base, theirs), mine, theirs)
  if (hasConflicts) return { conflict: { theirs, merged: text } }
  try {
    await updateNote(token, id, text, theirs.etag)
    unconfirmed.delete(id)
    return { id, text }
  } catch (error) {
    const isOutdated = error instanceof ApiError && error.status === 412
    if (!isOutdated) unconfirmed.set(id, { mine, sent: text })
    if (!isOutdated || attempt === ATTEMPTS) throw error
  }
  return saveNote(token, id, mine, { base, latest: await getNote(token, id) }, attempt + 1)
}

/** A save whose response was lost may have stored another device's lines, which the form has never had. */
function baseOf(id: string, base: NoteText, theirs: NoteText): NoteText {
  const lost = unconfirmedSaves.get().get(id)
  return lost && isSameText(lost.sent, theirs) && !isSameText(base, theirs) ? lost.mine : base
}

async function merge(base: NoteText, mine: NoteText, theirs: NoteText): Promise<Merged> {
  if (isSameText(base, theirs)) return { text: mine, hasConflicts: false }
  const { mergeNotes } = await import('@/lib/domain/merge')
  return mergeNotes(base, mine, theirs)
}
