import type { Note } from '@/lib/domain/note'
import { isDone, isWaiting, type Write } from '@/lib/offline/record'

/** The host's list as of a time in milliseconds since 1970: its request began then. */
export type HostList = { notes: Note[]; asOf: number }

export function shown({ notes, asOf }: HostList, writes: Write[]): Note[] {
  const since = writes
    .filter((write) => timeOf(write) > asOf)
    .sort((one, other) => timeOf(one) - timeOf(other))
  return since.reduce(withWrite, notes)
}

function timeOf(write: Write): number {
  if (write.kind === 'erase' || write.kind === 'empty') return 0
  if (isDone(write)) return write.state.at
  return (write.kind === 'restore' && write.hiddenAt) || 0
}

function withWrite(notes: Note[], write: Write): Note[] {
  const noteId = isDone(write) ? write.state.noteId : undefined
  const others = notes.filter(
    ({ _id }) => _id !== noteId && !('deleted' in write && _id === write.deleted.id),
  )
  return noteId === undefined || write.kind === 'delete'
    ? others
    : [{ _id: noteId, ...write.text }, ...others]
}

export function offersUndo(write: Write): write is Extract<Write, { kind: 'delete' | 'restore' }> {
  if (write.kind === 'restore') return write.isUndoable === true && !isDone(write) && timeOf(write) > 0
  return write.kind === 'delete' && write.isUndoable === true && isDone(write)
}

/** Whether the offer may end: not where it was pressed, and its record has the only copy of the text. */
export function mayEndUndo(write: Write): boolean {
  return offersUndo(write) && (write.kind === 'delete' || write.deleted.isRestorable)
}

export function isShownInStrip(write: Write): boolean {
  return offersUndo(write) || isWaiting(write)
}
