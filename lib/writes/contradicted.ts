import { isSameText, type NoteText, normalizedForForm } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import type { HostList } from './shown'

/** Whether the list has what was there before a write whose answer held no proof: another may have answered it. */
export function isContradicted(
  { id, noteId, text, write }: Write,
  { notes }: HostList,
  writes: Write[],
): boolean {
  const { kind, unproven, doneAt } = write
  if (!unproven || doneAt === undefined) return false
  const isThere = (known: NoteText) => notes.some((note) => isAlmostSameText(note, known))
  if (kind === 'create' || kind === 'restore') return write.noteId === undefined && !isThere(text)
  const note = notes.find(({ _id }) => _id === noteId)
  const isLater = (other: Write) =>
    [other.noteId, other.write.noteId, other.deleted?.id].includes(noteId) &&
    (other.write.doneAt ?? other.write.decidedAt) > doneAt
  const isUnchanged = note && isAlmostSameText(note, unproven) && !isAlmostSameText(note, text)
  return isUnchanged === true && !writes.some((other) => other.id !== id && isLater(other))
}

/** Some hosts take away the white space at the ends. */
function isAlmostSameText(one: NoteText, other: NoteText): boolean {
  return isSameText(trimmed(one), trimmed(other))
}

function trimmed(text: NoteText): NoteText {
  const { title, content } = normalizedForForm(text)
  return { title: title.trim(), content: content.trim() }
}
