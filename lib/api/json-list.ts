import { SLICE_MS, yieldToInput } from '@/lib/yield-to-input'

const PART_DELAY_MS = 20
const SEPARATOR = '"},{"'

export type Bytes = Uint8Array<ArrayBuffer>
export type ByteStream = ReadableStream<Bytes>

/** Parses a JSON array while it arrives. Calls `onPart` when the items have doubled, and before it fails; the error has the unparsed `text`. */
export async function parseList<Item>(
  stream: ByteStream,
  map: (item: unknown) => Item,
  onPart?: (items: Item[]) => void,
): Promise<{ items: Item[]; json: Bytes[] }> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  const json: Bytes[] = []
  let items: Item[] = []
  let reported = 0
  let unparsed = ''
  let overlap = '' // beginning of a separator, perhaps
  let timer: ReturnType<typeof setTimeout> | undefined
  let since = 0

  function parse(list: string) {
    items = items.concat((JSON.parse(list) as unknown[]).map(map))
  }

  function report() {
    timer = undefined
    if (items.length > reported) onPart?.(items)
    reported = items.length
  }

  try {
    for (let { value } = await reader.read(); value; { value } = await reader.read()) {
      if (performance.now() - since > SLICE_MS) {
        await yieldToInput()
        since = performance.now()
      }
      json.push(value)
      const piece = decoder.decode(value, { stream: true })
      unparsed += piece
      const searched = overlap + piece
      overlap = searched.slice(1 - SEPARATOR.length)
      const found = searched.lastIndexOf(SEPARATOR)
      const end = unparsed.length - searched.length + found + 2
      try {
        if (found >= 0) {
          parse(`${unparsed.slice(0, end)}]`)
          unparsed = `[${unparsed.slice(end + 1)}`
        }
      } catch {} // it was no end of an object but a text of just `},{`
      if (items.length > 2 * reported) timer ??= setTimeout(report, PART_DELAY_MS)
    }
    parse(unparsed)
    return { items, json }
  } catch (cause) {
    report()
    throw Object.assign(cause as Error, { text: unparsed })
  } finally {
    clearTimeout(timer)
  }
}
