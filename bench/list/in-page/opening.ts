import { CONDITIONS } from './conditions'
import { painted } from './painted'
import { type BusyTimes, settled } from './settled'

/** Milliseconds from the last byte of the list's response; `opened` from the start of the navigation. */
export type Opening = BusyTimes & Record<'opened' | 'firstTitles' | 'firstCards' | 'reachable', number>

const firstTitlesPainted = painted(CONDITIONS.anyTitle)
const firstCardsPainted = painted(CONDITIONS.anyCard)

export async function opening(): Promise<Opening> {
  const opened = await firstCardsPainted
  // Cards may be painted before the response is complete.
  await painted(() => listResponse() !== undefined)
  const responded = listResponse()?.responseEnd ?? NaN
  const { at, longestTask, longestGap } = await settled(responded)
  return {
    opened,
    firstTitles: (await firstTitlesPainted) - responded,
    firstCards: opened - responded,
    reachable: Math.max(at, opened) - responded,
    longestTask,
    longestGap,
  }
}

function listResponse(): PerformanceResourceTiming | undefined {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return resources.find(({ name }) => name.endsWith('/api/notes'))
}
