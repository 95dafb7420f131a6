import { inStretches } from '@/lib/domain/in-stretches'
import { parsedList } from './parse-list'

/** Parsed at a stretch, in characters: a millisecond or two. */
const SLICE = 200_000

/** As `parseList`, with room for other work every few milliseconds. */
export async function parseInSlices<Item>(json: string, read: (item: unknown) => Item): Promise<Item[]> {
  const items: Item[] = []
  await inStretches(slicesOf(json), (slice) => {
    for (const item of parsedList(`[${slice}]`)) items.push(read(item))
  })
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
