import { newKey } from '@/lib/ids'
import { resultOf, transact } from '@/lib/offline/database'
import { notAhead, OPENED_AT } from '@/lib/offline/not-ahead'
import type { Draft } from '@/lib/offline/record'
import { getUser } from '@/lib/session/token'

/** Corrects writes that a clock that was ahead has stored, in the database too: the right clock will pass its times. */
export function withoutTimesAhead(records: Draft[]): Draft[] {
  const corrected = records.map(withoutTimeAhead)
  storeUnlessChanged(corrected.map((record, at) => [records[at] as Draft, record])).catch(console.warn)
  return corrected
}

function storeUnlessChanged(changes: [before: Draft, after: Draft][]): Promise<void> {
  return transact(['drafts'], 'readwrite', async ({ drafts }) => {
    for (const [before, after] of changes) {
      if (before === after) continue
      const found = await resultOf<Draft | undefined>(drafts.get(after.id))
      if (found?.writtenAt === before.writtenAt && after.user === getUser()) drafts.put(after)
    }
  })
}

/** Moves times ahead to the opening of the page: after the cached list, before the host's. */
function withoutTimeAhead(record: Draft): Draft {
  const { write, writtenAt } = record
  if (!write || writtenAt <= Date.now()) return record
  const earlier = (time: number | undefined) => time && notAhead(time, OPENED_AT)
  const { decidedAt, doneAt, hiddenAt, attemptedAt } = write
  return {
    ...record,
    writtenAt: OPENED_AT,
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
