import type { Note, NoteText } from '@/lib/domain/note'
import { isDone, type Write } from '@/lib/offline/record'
import { isAlmostSameText } from './find-stored'

/** Whether the list has what was there before a write whose answer held no proof: another may have answered it. */
export function isContradicted(write: Write, notes: Note[], writes: Write[]): boolean {
  if (!isDone(write) || !write.state.unproven) return false
  const { id, kind, noteId, text, state } = write
  const { unproven, at } = write.state
  const isThere = (known: NoteText) => notes.some((note) => isAlmostSameText(note, known))
  if (kind === 'create' || kind === 'restore')
    return state.noteId === undefined && !isThere(text) && !noteChangedSince(write, writes)
  const note = notes.find(({ _id }) => _id === noteId)
  const isLater = (other: Write) =>
    [other.noteId, isDone(other) && other.state.noteId, 'deleted' in other && other.deleted.id].includes(
      noteId ?? '',
    ) && (isDone(other) ? other.state.at : other.decidedAt) > at
  const isUnchanged = note && isAlmostSameText(note, unproven) && !isAlmostSameText(note, text)
  return isUnchanged === true && !writes.some((other) => other.id !== id && isLater(other))
}

/** The note with the created text, which was changed here before a list has told its id. */
export function noteChangedSince(write: Write, writes: Write[]): { noteId: string } | undefined {
  const isOnlyOne = 'equalBefore' in write && write.equalBefore === 0
  if (!isDone(write) || !isOnlyOne) return undefined
  const { text, state } = write
  const change = writes
    .filter(({ kind, decidedAt }) => kind === 'replace' && decidedAt > state.at)
    .find(({ base }) => isAlmostSameText(base, text))
  return change?.noteId ? { noteId: change.noteId } : undefined
}
