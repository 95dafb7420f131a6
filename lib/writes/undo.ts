import type { Write } from '@/lib/offline/record'
import { hasEnded } from '@/lib/session/token'
import { apply } from './apply'
import { findWrite, getWrites, readJournal } from './journal'
import { withLock } from './lock'
import { withoutUndo } from './next'
import { mayEndUndo, offersUndo } from './shown'

const SHOWN_UNDO = 'notas-undo-shown'

/** Keeps the offer of 'Deshacer' while a list shows it. Returns what ends that. */
export function holdUndo(): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks?.request(SHOWN_UNDO, { mode: 'shared' }, () => released).catch(console.warn)
  return release
}

export async function leaveUndo(): Promise<void> {
  // Nobody could undo it: after the next login it is offered again.
  if (hasEnded()) return
  if (!navigator.locks) return endUndo(false)
  await navigator.locks
    .request(SHOWN_UNDO, { ifAvailable: true }, (lock) => lock && endUndo(true))
    .catch(() => endUndo(false)) // the browser forbids locks
}

/** Without locks another tab may show the offer: one that has the only copy of its text stays until the next delete. */
async function endUndo(hasLocks: boolean): Promise<void> {
  const mayEnd = (write: Write) =>
    hasLocks ? mayEndUndo(write) : offersUndo(write) && write.deleted.isRestorable
  for (const { id } of getWrites().filter(mayEnd))
    await withLock(id, async () => {
      await readJournal()
      const write = findWrite(id)
      if (write && mayEnd(write)) await apply(write, { record: withoutUndo(write) })
    })
}
