import { apply } from './apply'
import { findWrite, getWrites } from './journal'
import { keepsKeys } from './look-up'
import { next } from './next'
import type { HostList } from './shown'

/** Ends the writes that a complete list makes needless, and judges deletes that had no answer. */
export async function settle(list: HostList): Promise<void> {
  for (const { id } of getWrites()) {
    // Another decision about the same note may have taken its place meanwhile.
    const write = findWrite(id)
    if (!write) continue
    const step = next(write, { is: 'listed', list: { ...list, keepsKeys: keepsKeys() } }, getWrites())
    if (step.record !== write) await apply(write, step)
  }
}
