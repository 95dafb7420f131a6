import { BLANK } from '@/lib/domain/note'
import type { Write } from '@/lib/offline/record'
import { isContradicted } from './contradicted'
import { finish } from './finish'
import { endWrite, findWrite, getWrites, storeWrite, undecide } from './journal'
import { ATTEMPT_MS } from './lock'
import { findStored } from './look-up'
import type { HostList } from './shown'

/** Ends the writes that a complete list, asked for since, makes needless, and judges deletes that had no answer. */
export async function settle(list: HostList): Promise<void> {
  const writes = getWrites()
  for (const { id } of writes) {
    // Another decision about the same note may have taken its place meanwhile.
    const write = findWrite(id)
    if (!write || !isOlder(write, list)) continue
    if (isContradicted(write, list, writes)) await undecide(asDraft(write))
    else await settleOne(write, list)
  }
}

function asDraft({ deleted, ...record }: Write): Write {
  const noteId = record.write.kind === 'replace' ? record.noteId : null
  return { ...record, noteId, base: record.write.unproven ?? BLANK }
}

async function settleOne(write: Write, { notes }: HostList): Promise<void> {
  const { deleted, write: state } = write
  const { kind, doneAt, isUnknown, isUndoable, isImported, first } = state
  const isThere = notes.some(({ _id }) => _id === deleted?.id)
  if (isThere || isImported || kind === 'erase' || kind === 'empty') return endWrite(write)
  if (kind === 'delete') {
    if (isUnknown) await finish(asDone(write))
    else if (!isUndoable || doneAt === undefined) endWrite(write)
    return
  }
  const found = state.noteId === undefined ? findStored(notes, write) : undefined
  if (doneAt !== undefined && found) await storeWrite({ ...write, write: { ...state, ...found } })
  else if (doneAt !== undefined || (isUnknown && found && !first)) endWrite(write)
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
