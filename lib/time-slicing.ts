import { pause } from './pause'

const SLICE_MS = 8

export async function inTimeSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > SLICE_MS) {
      await pause()
      since = performance.now()
    }
    work(item)
  }
}

/** Runs a generator to its end. Returns its result. */
export async function runInTimeSlices<Result>(steps: Generator<unknown, Result>): Promise<Result> {
  let since = performance.now()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (performance.now() - since > SLICE_MS) {
      await pause()
      since = performance.now()
    }
  }
}
