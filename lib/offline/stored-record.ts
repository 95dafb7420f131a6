import type { NoteText } from '@/lib/domain/note'
import { type Draft, type DraftOrWrite, isWrite, type Write, type WriteState } from './record'

/** Record as the database has it. Earlier releases show one with `write` as a draft. */
export type StoredRecord = Draft & { deleted?: Deleted; write?: StoredWrite }

/** `equalBefore`: until 1.3, of a note that 1.0.0 is about to create again. */
type Deleted = { id: string; isRestorable: boolean; equalBefore?: number }

export type StoredWrite = Pick<Write, 'kind' | 'key' | 'decidedAt'> & Partial<Fields>

type Fields = {
  first: NoteText
  equalBefore: number
  sent: { mine: NoteText; merged: NoteText }
  isUndoable: boolean
  hiddenAt: number
  isImported: boolean
  waits: boolean
  pages: { count: number; since: number }
  isUnknown: boolean
  attemptedAt: number
  isStored: boolean
  isKeyless: boolean
  isConflict: boolean
  doneAt: number
  noteId: string
  etag: string
  unproven: NoteText
}

export function decode({ write: stored, ...record }: StoredRecord): DraftOrWrite {
  const write = stored ?? (record.deleted && writeOfOlderRelease(record))
  if (!write) return record
  const { waits, pages, isUnknown, attemptedAt, isStored, isKeyless, isConflict, ...decided } = write
  const { doneAt, noteId, etag, unproven, ...decision } = decided
  return { ...record, ...decision, state: stateOf(write) } as Write
}

function stateOf({ doneAt, noteId, etag, unproven, isConflict, ...write }: StoredWrite): WriteState {
  if (doneAt !== undefined) return { is: 'done', at: doneAt, noteId, etag, unproven }
  if (isConflict) return { is: 'conflicting' }
  const { waits = false, pages, attemptedAt, isStored, isKeyless } = write
  if (!write.isUnknown) return { is: 'decided', waits, pages }
  return { is: 'unknown', waits, pages, attemptedAt, isStored, isKeyless }
}

export function encode(record: DraftOrWrite): StoredRecord {
  if (!isWrite(record)) return record
  const { id, user, noteId, text, base, writtenAt, state, ...decided } = record
  const { deleted, ...decision } = { deleted: undefined, ...decided }
  const write = { ...decision, ...fieldsOf(state) }
  return { id, user, noteId, text, base, writtenAt, ...(deleted && { deleted }), write }
}

function fieldsOf(state: WriteState): Partial<Fields> {
  if (state.is === 'conflicting') return { isConflict: true }
  if (state.is === 'done') {
    const { is: _, at: doneAt, ...told } = state
    return { doneAt, ...told }
  }
  const { is, ...attempt } = state
  return { isUnknown: is === 'unknown', ...attempt }
}

/** Until 1.3: 1.0.0 stored a deleted note's text, and of its delete only that the host has the note in its trash. */
function writeOfOlderRelease({ id, deleted, writtenAt }: StoredRecord): StoredWrite {
  const { isRestorable, equalBefore } = deleted ?? {}
  const decided = { key: `${id}-${writtenAt}`, decidedAt: writtenAt, isUndoable: true }
  if (equalBefore !== undefined)
    return { ...decided, kind: 'restore', hiddenAt: writtenAt, equalBefore, isUnknown: true }
  return { ...decided, kind: 'delete', ...(isRestorable ? { doneAt: writtenAt } : { isUnknown: true }) }
}
