import { SLICE_MS } from './yield-to-input'

/** Calls `work` with each item in slices of 8 ms, pausing between them; even the first one runs in a new task. */
export function inTimeSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  function* steps() {
    for (const item of items) {
      yield
      work(item)
    }
  }
  return runInTimeSlices(steps())
}

export async function runInTimeSlices<Result>(steps: Generator<unknown, Result>): Promise<Result> {
  let since = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (performance.now() - since > SLICE_MS) {
      await yieldToAll()
      since = performance.now()
    }
  }
}

/** Lets timers run too, which after `scheduler.yield` would wait for the last slice. */
function yieldToAll(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
