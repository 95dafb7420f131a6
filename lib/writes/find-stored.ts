import { BLANK, isSameText, type Note, type NoteText, normalizedForForm } from '@/lib/domain/note'
import type { Replacement, Write } from '@/lib/offline/record'
import type { Result } from './outcome'

/** Finds the note that a write has made, as far as a list can tell. `keepsKeys`: the host would tell it by the key. */
export function findStored(notes: Note[], write: Write, keepsKeys: boolean): Result | undefined {
  const restored = 'deleted' in write && notes.find(({ _id }) => _id === write.deleted.id)
  if (restored) return { noteId: restored._id, text: restored }
  if (write.kind !== 'create' && !(write.kind === 'restore' && write.isUndoable)) return undefined
  const equal = equalNotes(notes, (write.kind === 'create' && write.first) || write.text)
  const { equalBefore = keepsKeys && isToldByKey(write) ? Infinity : 0 } = write
  return equal.length > equalBefore ? { noteId: equal[0]?._id } : undefined
}

/** Whether a host that keeps keys tells by the key what has become of an attempt. */
export function isToldByKey({ state }: Write): boolean {
  return state.is !== 'unknown' || !(state.isStored || state.isKeyless)
}

export function equalNotes(notes: Note[], text: NoteText): Note[] {
  return notes.filter((note) => isAlmostSameText(note, text))
}

/** Some hosts trim texts. Compares the content last: reading it decodes it. */
export function isAlmostSameText(one: NoteText, other: NoteText): boolean {
  return isAlmostSame('title', one, other) && isAlmostSame('content', one, other)
}

export function mayBeStoredAs(text: NoteText, stored: NoteText): boolean {
  const isStored = (field: keyof NoteText) => [text[field], text[field].trim()].includes(stored[field])
  return isStored('title') && isStored('content')
}

/** Whether the host has what the last attempt has sent for the text. It may never have had a change of white space. */
export function hasStored({ sent, text, base }: Replacement, note: NoteText): boolean {
  if (!sent || !isSameText(sent.mine, text)) return false
  return isSameText(sent.merged, note) || (mayBeStoredAs(sent.merged, note) && !isSameText(base, note))
}

function isAlmostSame(field: keyof NoteText, one: NoteText, other: NoteText): boolean {
  const trimmed = (text: NoteText) => normalizedForForm({ ...BLANK, [field]: text[field] })[field].trim()
  return trimmed(one) === trimmed(other)
}
