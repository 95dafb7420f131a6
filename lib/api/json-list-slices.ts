import { inTimeSlices } from '@/lib/time-slicing'

/** Decoded and parsed without a pause, in bytes: some two milliseconds. */
const SLICE = 200_000

export async function parseInSlices<Item>(json: Blob, parse: (list: string) => Item[]): Promise<Item[]> {
  const items: Item[] = []
  await inTimeSlices(slicesOf(new Uint8Array(await json.arrayBuffer())), (slice) => {
    for (const item of parse(`[${slice}]`)) items.push(item)
  })
  return items
}

/** Cuts between two objects. A text of just `},{` looks the same: such a slice is no JSON. */
function* slicesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder()
  let list = ''
  for (let at = 0; at < bytes.length; at += SLICE) {
    list += decoder.decode(bytes.subarray(at, at + SLICE), { stream: true })
    if (at === 0) list = afterBracket(list)
    const end = list.lastIndexOf('"},{"')
    if (end < 0) continue
    yield list.slice(0, end + 2)
    list = list.slice(end + 3)
  }
  const end = list.trimEnd()
  if (!end.endsWith(']')) throw new SyntaxError('The list does not end')
  yield end.slice(0, -1)
}

function afterBracket(text: string): string {
  const list = text.trimStart()
  if (!list.startsWith('[')) throw new SyntaxError('Not a list')
  return list.slice(1)
}
