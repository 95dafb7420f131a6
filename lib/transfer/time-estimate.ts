const WINDOW_MS = 10_000

/** Estimates the seconds left from the rate of the last seconds. */
export function createTimeEstimate() {
  let samples: { at: number; done: number }[] = []
  return {
    reset(): undefined {
      samples = []
    },
    secondsLeft(done: number, total: number): number | undefined {
      const now = { at: performance.now(), done }
      samples = [...samples.filter(({ at }) => now.at - at < WINDOW_MS), now]
      const { at, done: doneBefore } = samples[0] ?? now
      const perSecond = ((done - doneBefore) / (now.at - at)) * 1000
      return perSecond > 0 ? Math.ceil((total - done) / perSecond) : undefined
    },
  }
}
