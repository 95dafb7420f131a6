import type { Write } from '@/lib/offline/record'
import { isContradicted } from './contradicted'
import { ATTEMPT_MS } from './lock'
import { findStored } from './look-up'
import type { HostList } from './shown'

/** What a complete list leaves of a record: the same one, a changed one, its text as a 'draft', or none ('ended'). */
export function settlementOf(write: Write, list: HostList, writes: Write[]): Write | 'draft' | 'ended' {
  if (!isOlder(write, list)) return write
  if (isContradicted(write, list, writes)) return 'draft'
  const { deleted, write: state } = write
  const { kind, doneAt, isUnknown, isUndoable, isImported, first } = state
  const isThere = list.notes.some(({ _id }) => _id === deleted?.id)
  if (isThere || isImported || kind === 'erase' || kind === 'empty') return 'ended'
  if (kind === 'delete') {
    if (isUnknown) return asDone(write)
    return !isUndoable || doneAt === undefined ? 'ended' : write
  }
  const found = state.noteId === undefined ? findStored(list.notes, write) : undefined
  if (doneAt !== undefined) return found ? { ...write, write: { ...state, ...found } } : 'ended'
  return isUnknown && found && !first ? 'ended' : write
}

/** Marks a delete whose answer was lost as done: the undo finds out whether the host has a trash. */
function asDone({ write, deleted, ...record }: Write): Write {
  const known = { ...write, isUnknown: undefined, doneAt: record.writtenAt }
  return { ...record, ...(deleted && { deleted: { ...deleted, isRestorable: true } }), write: known }
}

function isOlder({ writtenAt, write }: Write, { asOf }: HostList): boolean {
  const { isUnknown, attemptedAt, doneAt } = write
  if (doneAt !== undefined) return doneAt <= asOf
  if (isUnknown && attemptedAt !== undefined) return attemptedAt + ATTEMPT_MS < asOf
  return writtenAt < asOf
}
