import { type Condition, isMet } from './conditions'
import { painted } from './painted'

/** Milliseconds from the event until its first handler ran, and until each condition was painted. */
export type Interaction<Name extends string> = { delay: number; painted: Record<Name, number> }

let next: Promise<Interaction<string>>

export function expectInteraction(type: 'click' | 'keydown', conditions: Record<string, Condition>): void {
  next = new Promise((resolve) => {
    addEventListener(
      type,
      async ({ timeStamp }) => {
        const delay = performance.now() - timeStamp
        resolve({ delay, painted: await paintTimes(conditions, timeStamp) })
      },
      { capture: true, once: true },
    )
  })
}

export function interaction(): Promise<Interaction<string>> {
  return next
}

export async function paintTimes(
  conditions: Record<string, Condition>,
  since: number,
): Promise<Record<string, number>> {
  const times = Object.entries(conditions).map(
    async ([name, condition]) => [name, (await painted(() => isMet(condition))) - since] as const,
  )
  return Object.fromEntries(await Promise.all(times))
}

const durations = new Map<number, number>()

new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
    if (interactionId) durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0))
  }
}).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)

/** Event Timing's durations of 16 ms or more since the last call. */
export function slowInteractions(): number[] {
  const found = [...durations.values()]
  durations.clear()
  return found
}
