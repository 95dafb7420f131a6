import { isWrite, type Write } from '@/lib/offline/record'
import { apply } from './apply'
import { findWrite, getWrites, readJournal } from './journal'
import { withLock } from './lock'
import { keepsKeys } from './look-up'
import { moveFollowers } from './move-followers'
import { next } from './next'
import type { HostList } from './shown'

/** Longest wait for a write that is being sent: a later list settles it. */
const MAX_WAIT_MS = 2_000

/** Ends the writes that a complete list makes needless, the oldest first, and judges deletes that had no answer. */
export async function settle(list: HostList): Promise<void> {
  // A deletion takes the text of an earlier save, which must not have ended.
  const order = ({ kind, decidedAt }: Write) => (kind === 'delete' ? 0 : decidedAt)
  const writes = [...getWrites()].sort((one, other) => order(one) - order(other))
  for (const { id } of writes) await withLock(id, () => settleOne(id, list), MAX_WAIT_MS)
}

async function settleOne(id: string, list: HostList): Promise<void> {
  const records = await readJournal()
  const write = findWrite(id)
  if (!write) return
  const step = next(write, { is: 'listed', list: { ...list, keepsKeys: keepsKeys() } }, getWrites())
  if (step.record === write) return
  // Also if the record ends: the page that sent the write may have been closed before it moved them.
  const last = step.record ?? write
  if (isWrite(last)) await moveFollowers(last, records)
  await apply(write, step)
}
