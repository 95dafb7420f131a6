const SLICE_MS = 8

/** Works in tasks of its own, the first slice too. */
export async function inTimeSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let since = 0
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
  let since = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (performance.now() - since > SLICE_MS) {
      await pause()
      since = performance.now()
    }
  }
}

/** Lets the browser do all that waits. After `scheduler.yield` timers would wait for the last slice. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
