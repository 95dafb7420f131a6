/** Shortest time between two lines of progress, in milliseconds. */
const INTERVAL = 5_000

export function throttled(report: (progress: string) => void): (progress: string) => void {
  let reported = performance.now()
  return (progress) => {
    if (performance.now() - reported < INTERVAL) return
    reported = performance.now()
    report(progress)
  }
}
