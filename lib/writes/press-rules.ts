import { isSameText, type NoteText } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { asDeletion } from './new-write'
import { isSentLater, type Outcome } from './outcome'

/** Gives a write a later text. A note that may be on the host already is created first, then replaced. */
export function withText(chain: Write, text: NoteText): Write {
  const state = { ...chain.write, waits: true, isConflict: undefined }
  const { kind, isUnknown, doneAt, first = chain.text } = state
  if (isSameText(chain.text, text)) return { ...chain, write: state }
  if (kind !== 'create' || !(isUnknown || doneAt !== undefined)) return { ...chain, text, write: state }
  const isStored = doneAt !== undefined || state.isStored
  return { ...chain, text, write: { ...state, isUnknown: true, isStored, doneAt: undefined, first } }
}

/** Whether a press asks for what an earlier one, or another tab, has done. */
export function isDoneAlready({ write: known }: Write, { write }: Write, pressedAt: number): boolean {
  if (known.kind !== write.kind || known.doneAt === undefined) return false
  // The id of the note may still be missing, which a later text needs.
  if (write.first) return known.noteId !== undefined
  // A note may have been deleted or restored elsewhere since, so that it can be once more.
  const isOnce = write.kind === 'create' || write.kind === 'replace' || write.isUndoable
  return (write.kind !== 'delete' && isOnce === true) || known.doneAt > pressedAt
}

export function withAttemptsOf(known: Write | undefined, { write, ...record }: Write): Write {
  if (known?.write.kind !== write.kind) return { ...record, write }
  const { key, attemptedAt, sent, isUnknown = write.isUnknown } = known.write
  return { ...record, write: { ...write, key, isUnknown, attemptedAt, ...(sent && { sent }) } }
}

/** The record that a press without success leaves; 'draft': its text, not decided; 'ended': none. */
export function endOfPress(
  write: Write,
  outcome: Exclude<Outcome, { is: 'done' }>,
): Write | 'draft' | 'ended' {
  const { kind, isUnknown, hiddenAt } = write.write
  if (kind === 'create' || kind === 'replace') {
    if (outcome.is !== 'conflict' && isSentLater(outcome)) return write
    return isUnknown ? { ...write, write: { ...write.write, waits: undefined } } : 'draft'
  }
  if (isUnknown) return write
  return hiddenAt === undefined ? 'ended' : asDeletion(write)
}
