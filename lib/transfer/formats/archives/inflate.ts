import { Inflate, inflateSync } from 'fflate/browser'

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
