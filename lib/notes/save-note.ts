import { ApiError } from '@/lib/api/api-error'
import { createNote, getNote, updateNote } from '@/lib/api/notes'
import type { Merged } from '@/lib/domain/merge'
import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { userState } from '@/lib/session/user-state'

/** What a text was made of, and what the host is known to have. */
export type Origin = { base: NoteText; latest: LoadedNote }

/** Both changed the same lines: what the host has, and both in one text. */
export type Conflict = { theirs: LoadedNote; merged: NoteText }

/** What became of a save: the note as it was stored, or a conflict and nothing stored. */
export type Saved = { id: string | undefined; text: NoteText } | { conflict: Conflict }

export async function saveNewNote(token: string, text: NoteText): Promise<Saved> {
  return { id: await createNote(token, text), text }
}

/** What was sent to a note, of which it is not known whether it has arrived, and the text that it was made for. */
const unconfirmedSaves = userState(() => new Map<string, { mine: NoteText; sent: NoteText }>())

/** How often the host may say that it has a later version still. */
const ATTEMPTS = 5

/**
 * Saves a text. What the host has gained since its origin stays: a host that gives notes ETags is asked to refuse
 * what would overwrite anything later than the latest known.
 */
export async function saveNote(
  token: string,
  id: string,
  mine: NoteText,
  { base, latest }: Origin,
  attempt = 1,
): Promise<Saved> {
  const theirs = latest.isKept ? await getNote(token, id) : latest
  const { text, hasConflicts } = await merge(baseOf(id, base, theirs), mine, theirs)
  if (hasConflicts) return { conflict: { theirs, merged: text } }
  try {
    await updateNote(token, id, text, theirs.etag)
    unconfirmedSaves.get().delete(id)
    return { id, text }
  } catch (error) {
    const isOutdated = error instanceof ApiError && error.status === 412
    if (!isOutdated) unconfirmedSaves.get().set(id, { mine, sent: text })
    if (!isOutdated || attempt === ATTEMPTS) throw error
  }
  return saveNote(token, id, mine, { base, latest: await getNote(token, id) }, attempt + 1)
}

/** What arrived though its answer was lost may hold another device's lines, which the form has never seen. */
function baseOf(id: string, base: NoteText, theirs: NoteText): NoteText {
  const lost = unconfirmedSaves.get().get(id)
  return lost && isSameText(lost.sent, theirs) && !isSameText(base, theirs) ? lost.mine : base
}

async function merge(base: NoteText, mine: NoteText, theirs: NoteText): Promise<Merged> {
  if (isSameText(base, theirs)) return { text: mine, hasConflicts: false }
  const { mergeNotes } = await import('@/lib/domain/merge')
  return mergeNotes(base, mine, theirs)
}
