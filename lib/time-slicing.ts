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
