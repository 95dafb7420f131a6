import type { Note } from '@/lib/domain/note'
import { isWaiting, type Write } from '@/lib/offline/record'

/** The host's list as of a time in milliseconds since 1970: its request began then. */
export type HostList = { notes: Note[]; asOf: number }

export function shown({ notes, asOf }: HostList, writes: Write[]): Note[] {
  const since = writes
    .filter((write) => timeOf(write) > asOf)
    .sort((one, other) => timeOf(one) - timeOf(other))
  return since.reduce(withWrite, notes)
}

function timeOf({ write: { kind, doneAt, hiddenAt } }: Write): number {
  return (kind === 'erase' || kind === 'empty' ? 0 : (doneAt ?? hiddenAt)) ?? 0
}

function withWrite(notes: Note[], { text, deleted, write }: Write): Note[] {
  const { kind, doneAt, noteId } = write
  const isThere = kind !== 'delete' && doneAt !== undefined && noteId !== undefined
  const others = notes.filter(({ _id }) => _id !== noteId && _id !== deleted?.id)
  return isThere ? [{ _id: noteId, ...text }, ...others] : others
}

export function offersUndo({ write }: Write): boolean {
  const isRestored = write.kind === 'restore' && write.doneAt !== undefined
  return write.isUndoable === true && !isRestored && (write.doneAt ?? write.hiddenAt) !== undefined
}

export function isShownInStrip(write: Write): boolean {
  return offersUndo(write) || isWaiting(write)
}
