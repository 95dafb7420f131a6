import { newKey } from '@/lib/ids'
import { notAhead, OPENED_AT } from '@/lib/offline/not-ahead'
import type { Draft } from '@/lib/offline/record'

/** Moves times of a clock that was ahead to the opening of the page: after the cached list, before the host's. */
export function withoutTimesAhead(record: Draft): Draft {
  const { write } = record
  if (!write) return record
  const earlier = (time: number | undefined) => time && notAhead(time, OPENED_AT)
  const { decidedAt, doneAt, hiddenAt, attemptedAt } = write
  return {
    ...record,
    write: {
      ...write,
      decidedAt: notAhead(decidedAt, OPENED_AT),
      doneAt: earlier(doneAt),
      hiddenAt: earlier(hiddenAt),
      attemptedAt: earlier(attemptedAt),
    },
  }
}

/** Until 1.3: 1.0.0 stored a deleted note's text, and of its delete only that the host has the note in its trash. */
export function fromOlderRelease(record: Draft): Draft {
  const { deleted, writtenAt } = record
  if (!deleted || record.write) return record
  const state = { key: newKey(), decidedAt: writtenAt, isUndoable: true }
  const { equalBefore, isRestorable } = deleted
  const deletion = isRestorable ? { doneAt: writtenAt } : { isUnknown: true }
  return {
    ...record,
    write:
      equalBefore === undefined
        ? { ...state, kind: 'delete', ...deletion }
        : { ...state, kind: 'restore', hiddenAt: writtenAt, equalBefore, isUnknown: true },
  }
}
