import { Inflate, inflateSync } from 'fflate/browser'
import { ReadError } from '../reason.ts'

/** Compressed bytes that are inflated at once: they hold at most 33 MB. */
export const PART_BYTES = 32 * 1024
const MAX_RATIO = 1032

type Sizes = { compressedSize: number; size: number }

/** Inflates parts of `PART_BYTES`. Where `size` is wrong, the result has another length or checksum. */
export async function* inflated(parts: AsyncIterable<Uint8Array>, sizes: Sizes): AsyncGenerator<Uint8Array> {
  const { compressedSize, size } = sizes
  if (compressedSize <= PART_BYTES) {
    // Eight times as fast as the stream. What does not fit into `out` is left out, which the checksum shows.
    const out = new Uint8Array(Math.min(size, compressedSize * MAX_RATIO))
    for await (const part of parts) yield inflateSync(part, { out })
    return
  }
  const output: Uint8Array[] = []
  const stream = new Inflate((chunk) => output.push(chunk))
  let count = 0
  for await (const part of parts) {
    count += part.length
    stream.push(part, count === compressedSize)
    yield* output.splice(0)
  }
}

export async function* gunzipped(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
  })
  // Safari cannot iterate over a stream.
  const reader = source.pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    for (let { value } = await reader.read(); value; { value } = await reader.read()) yield value
  } catch (cause) {
    throw cause instanceof ReadError ? cause : new ReadError('archive-damaged', { cause })
  } finally {
    await reader.cancel().catch(() => {})
  }
}
