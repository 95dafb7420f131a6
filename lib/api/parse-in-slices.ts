import { parsedList } from './parse-list'

/** Parsed at a stretch, in characters: a millisecond or two. */
const SLICE = 200_000

/** How long whoever types meanwhile may have to wait, in milliseconds. */
const STRETCH = 8

/** As `parseList`, with room for other work every few milliseconds. */
export async function parseInSlices<Item>(json: string, read: (item: unknown) => Item): Promise<Item[]> {
  const items: Item[] = []
  let since = performance.now()
  for (const slice of slicesOf(json)) {
    if (performance.now() - since > STRETCH) {
      await pause()
      since = performance.now()
    }
    for (const item of parsedList(`[${slice}]`)) items.push(read(item))
  }
  return items
}

/** Cut between two objects. A text of just `},{` looks like that as well: then a slice is no JSON. */
function* slicesOf(json: string): Generator<string> {
  const list = json.trim()
  if (!list.startsWith('[') || !list.endsWith(']')) throw new SyntaxError('Not a list')
  let from = 1
  while (from < list.length) {
    const end = list.indexOf('"},{"', from + SLICE)
    const to = end < 0 ? list.length - 1 : end + 2
    yield list.slice(from, to)
    from = to + 1
  }
}

function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
