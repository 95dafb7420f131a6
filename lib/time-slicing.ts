/** How long whoever types meanwhile may have to wait, in milliseconds. */
const STRETCH = 8

/** Does some work for each item, one after the other, with room for other work every few milliseconds. */
export async function inTimeSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > STRETCH) {
      await pause()
      since = performance.now()
    }
    work(item)
  }
}

function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
