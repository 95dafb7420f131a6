import { SIGHTS } from './conditions'
import { painted } from './painted'
import { type Busy, calm } from './settled'

/** Milliseconds from the last byte of the list's answer; `opened` from the start of the navigation. */
export type Opening = Busy & { opened: number; firstCards: number; reachable: number }

const firstCardsPainted = painted(SIGHTS.aCard)

export async function opening(): Promise<Opening> {
  const opened = await firstCardsPainted
  // Cards may be there while the rest of the list still comes in.
  await painted(() => listAnswer() !== undefined)
  const answered = listAnswer()?.responseEnd ?? NaN
  const { at, longestTask, longestGap } = await calm(answered)
  return {
    opened,
    firstCards: opened - answered,
    reachable: Math.max(at, opened) - answered,
    longestTask,
    longestGap,
  }
}

function listAnswer(): PerformanceResourceTiming | undefined {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return resources.find(({ name }) => name.endsWith('/api/notes'))
}
