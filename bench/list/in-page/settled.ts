/** Without a change of the page's height and without a long task, in milliseconds. */
const CALM = 500

/** Longest times in which input had to wait: by the browser's long tasks, and by a timer of 5 ms that came late. */
export type Busy = { longestTask: number; longestGap: number }

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

/** Resolves once the page has come to rest, with the time at which it did. */
export function calm(since: number): Promise<Busy & { at: number }> {
  let at = since
  let height = document.documentElement.scrollHeight
  return new Promise((resolve) => {
    requestAnimationFrame(function look() {
      const now = performance.now()
      const { scrollHeight } = document.documentElement
      if (scrollHeight !== height) at = now
      height = scrollHeight
      const lastTask = tasks.at(-1)
      if (lastTask) at = Math.max(at, lastTask.startTime + lastTask.duration)
      if (now - at < CALM) return void requestAnimationFrame(look)
      resolve({ at, ...busy(since, at) })
    })
  })
}

function busy(since: number, until: number): Busy {
  const longest = (spans: Span[]) =>
    spans
      .filter(({ startTime, duration }) => startTime + duration > since && startTime < until)
      .reduce((longest, { duration }) => Math.max(longest, duration), 0)
  return { longestTask: longest(tasks), longestGap: longest(gaps) }
}
