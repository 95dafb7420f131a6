import { isThere, type Sight } from './conditions'
import { painted } from './painted'

/** In milliseconds from the event's own time: until its first handler ran, and until each sight was painted. */
export type Press<Name extends string> = { delay: number; painted: Record<Name, number> }

let answer: Promise<Press<string>>

/** Watches for the next event of a type, and then for the sights that it leads to. */
export function watch(type: 'click' | 'keydown', sights: Record<string, Sight>): void {
  answer = new Promise((resolve) => {
    addEventListener(
      type,
      async ({ timeStamp }) => {
        const delay = performance.now() - timeStamp
        resolve({ delay, painted: await paintings(sights, timeStamp) })
      },
      { capture: true, once: true },
    )
  })
}

export function watched(): Promise<Press<string>> {
  return answer
}

export async function paintings(
  sights: Record<string, Sight>,
  since: number,
): Promise<Record<string, number>> {
  const times = Object.entries(sights).map(
    async ([name, sight]) => [name, (await painted(() => isThere(sight))) - since] as const,
  )
  return Object.fromEntries(await Promise.all(times))
}

const durations = new Map<number, number>()

new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
    if (interactionId) durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0))
  }
}).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)

/** Of each interaction since the last call that took 16 ms or more, to its next paint, as the browser itself counts. */
export function interactions(): number[] {
  const found = [...durations.values()]
  durations.clear()
  return found
}
