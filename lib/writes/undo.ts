import { apply } from './apply'
import { findWrite, getWrites, readJournal } from './journal'
import { withLock } from './lock'
import { withoutUndo } from './next'
import { mayEndUndo } from './shown'

const SHOWN_UNDO = 'notas-undo-shown'

/** Keeps the offer of 'Deshacer' while a list shows it, until what is returned is called. */
export function holdUndo(): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks?.request(SHOWN_UNDO, { mode: 'shared' }, () => released).catch(console.warn)
  return release
}

export async function leaveUndo(): Promise<void> {
  if (!navigator.locks) return endUndo()
  await navigator.locks
    .request(SHOWN_UNDO, { ifAvailable: true }, (lock) => lock && endUndo())
    .catch(() => endUndo()) // the browser forbids locks
}

async function endUndo(): Promise<void> {
  for (const { id } of getWrites().filter(mayEndUndo))
    await withLock(id, async () => {
      await readJournal()
      const write = findWrite(id)
      if (write && mayEndUndo(write)) await apply(write, { record: withoutUndo(write) })
    })
}
