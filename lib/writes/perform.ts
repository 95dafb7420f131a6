import type { LoadedNote } from '@/lib/domain/note'
import { nextWriteTime } from '@/lib/drafts/draft-store'
import { type DraftOrWrite, isWrite, type Write } from '@/lib/offline/record'
import { apply, beginStoring } from './apply'
import { findWrite, getWrites, readJournal } from './journal'
import type { AssertHeld } from './lock'
import { moveFollowers } from './move-followers'
import { next } from './next'
import type { Outcome } from './outcome'
import { getLastDoneAt, send } from './send'

type Options = {
  by: 'press' | 'itself'
  assertHeld: AssertHeld
  latest?: LoadedNote
  isShown?: boolean
  /** Records of the user; by default they are read once the write has been sent. */
  records?: DraftOrWrite[]
}

/** `later`: a write to send next. */
export async function perform(
  write: Write,
  { by, isShown, records, ...options }: Options,
): Promise<Exclude<Outcome, { is: 'busy' }> & { later?: Write }> {
  // A write that is sent by itself is stored already, and may be discarded meanwhile.
  if (by === 'press') beginStoring(write)
  const { write: attempted, ...sent } = await send(write, options)
  // The user has discarded it meanwhile, or signed out.
  if (sent.is !== 'done' && !findWrite(write.id)) return sent
  const event = { is: 'sent', sent, by, at: nextWriteTime(), lastDoneAt: getLastDoneAt() } as const
  const step = next(attempted, event, getWrites())
  // A list that hears of the write reads the drafts that follow it.
  if (sent.is === 'done' && step.record && isWrite(step.record) && !step.send)
    await moveFollowers(step.record, records ?? (await readJournal()))
  const record = await apply(attempted, step, { isShown })
  if (sent.is !== 'done') return sent
  if (record && isWrite(record) && record.state.is === 'unknown')
    return { is: 'unknown', error: new Error('The host tells no id') }
  return { is: 'done', write: (record ?? attempted) as Write, later: step.send }
}
