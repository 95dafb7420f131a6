import { CONDITIONS } from './conditions'
import { painted } from './painted'

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

/** Milliseconds without a change of the page's height and without a long task. */
const QUIET = 500

/** Longest time that input had to wait: by the browser's long tasks, and by a delayed timer of 5 ms. */
type BusyTimes = { longestTask: number; longestGap: number }

type Span = { startTime: number; duration: number }

const tasks: Span[] = []
new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({
  type: 'longtask',
  buffered: true,
})

const gaps: Span[] = []
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  if (now - last > 20) gaps.push({ startTime: last, duration: now - last })
  last = now
}, 5)

/** Resolves after the quiet time, with the time at which it began. */
export function settled(since: number): Promise<BusyTimes & { at: number }> {
  let at = since
  let height = document.documentElement.scrollHeight
  return new Promise((resolve) => {
    requestAnimationFrame(function check() {
      const now = performance.now()
      const { scrollHeight } = document.documentElement
      if (scrollHeight !== height) at = now
      height = scrollHeight
      const lastTask = tasks.at(-1)
      if (lastTask) at = Math.max(at, lastTask.startTime + lastTask.duration)
      if (now - at < QUIET) return void requestAnimationFrame(check)
      resolve({ at, ...busyTimes(since, at) })
    })
  })
}

function busyTimes(since: number, until: number): BusyTimes {
  const longest = (spans: Span[]) =>
    spans
      .filter(({ startTime, duration }) => startTime + duration > since && startTime < until)
      .reduce((longest, { duration }) => Math.max(longest, duration), 0)
  return { longestTask: longest(tasks), longestGap: longest(gaps) }
}
