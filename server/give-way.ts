import { setImmediate } from 'node:timers/promises'

const IDLE_TURN_MS = 1
const MAX_TURNS = 20

/** Waits while the event loop has other work, but not for long. */
export async function giveWay(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const start = performance.now()
    await setImmediate()
    if (performance.now() - start < IDLE_TURN_MS) return
  }
}
