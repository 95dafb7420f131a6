import { setImmediate, setTimeout } from 'node:timers/promises'

const IDLE_TURN_MS = 1
const MAX_TURNS = 20

export async function yieldToOthers(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const start = performance.now()
    await setImmediate()
    if (performance.now() - start < IDLE_TURN_MS) return
  }
}

const REST = 5
const MAX_REST_MS = 1000

export async function restSince(start: number): Promise<void> {
  await setTimeout(Math.min(REST * (performance.now() - start), MAX_REST_MS))
}
