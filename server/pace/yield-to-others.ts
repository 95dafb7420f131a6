import { setImmediate, setTimeout } from 'node:timers/promises'

const IDLE_LAP_MS = 1
const MAX_LAPS = 20

/** Waits until the event loop has a lap with nothing else to do, or for 20 laps. */
export async function yieldToOthers(): Promise<void> {
  for (let lap = 0; lap < MAX_LAPS; lap += 1) {
    const start = performance.now()
    await setImmediate()
    if (performance.now() - start < IDLE_LAP_MS) return
  }
}

const REST = 5
const MAX_REST_MS = 1000

export async function restSince(start: number): Promise<void> {
  await setTimeout(Math.min(REST * (performance.now() - start), MAX_REST_MS))
}
