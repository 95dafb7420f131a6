import { resultOf, transact } from '@/lib/offline/database'
import { notAhead, OPENED_AT } from '@/lib/offline/not-ahead'
import { type DraftOrWrite, isWrite, type WriteState } from '@/lib/offline/record'
import { encode, type StoredRecord } from '@/lib/offline/stored-record'
import { getUser } from '@/lib/session/token'

/** Corrects writes that a clock that was ahead has stored, in the database too: the right clock will pass its times. */
export function withoutTimesAhead(records: DraftOrWrite[]): DraftOrWrite[] {
  const corrected = records.map(withoutTimeAhead)
  transact(['drafts'], 'readwrite', async ({ drafts }) => {
    for (const [at, before] of records.entries()) {
      const after = corrected[at]
      if (!after || after === before) continue
      const found = await resultOf<StoredRecord | undefined>(drafts.get(after.id))
      if (found?.writtenAt === before.writtenAt && after.user === getUser()) drafts.put(encode(after))
    }
  }).catch(console.warn)
  return corrected
}

/** Moves times ahead to the opening of the page: after the cached list, before the host's. */
function withoutTimeAhead(record: DraftOrWrite): DraftOrWrite {
  if (!isWrite(record) || record.writtenAt <= Date.now()) return record
  const decidedAt = notAhead(record.decidedAt, OPENED_AT)
  const known = { ...record, writtenAt: OPENED_AT, decidedAt, state: stateNotAhead(record.state) }
  if (known.kind !== 'restore' || known.hiddenAt === undefined) return known
  return { ...known, hiddenAt: notAhead(known.hiddenAt, OPENED_AT) }
}

function stateNotAhead(state: WriteState): WriteState {
  if (state.is === 'done') return { ...state, at: notAhead(state.at, OPENED_AT) }
  if (state.is !== 'unknown' || state.attemptedAt === undefined) return state
  return { ...state, attemptedAt: notAhead(state.attemptedAt, OPENED_AT) }
}
