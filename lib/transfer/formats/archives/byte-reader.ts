import { archiveDamaged } from '@/lib/domain/messages/transfer-files'
import { ReadError } from '../entry'

/** Reads a given number of bytes of a stream. Both calls fail with `ReadError` where it ends before. */
export type ByteReader = {
  take(count: number): Promise<Uint8Array>
  skip(count: number): Promise<void>
}

export function byteReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest = new Uint8Array(0) as Uint8Array

  async function consume(count: number, onPart: (part: Uint8Array, at: number) => void) {
    for (let at = 0; at < count; ) {
      if (rest.length === 0) {
        const next = await iterator.next()
        if (next.done) throw new ReadError(archiveDamaged)
        rest = next.value
      }
      const part = rest.subarray(0, count - at)
      onPart(part, at)
      at += part.length
      rest = rest.subarray(part.length)
    }
  }

  return {
    async take(count) {
      const bytes = new Uint8Array(count)
      await consume(count, (part, at) => bytes.set(part, at))
      return bytes
    },
    skip: (count) => consume(count, () => {}),
  }
}
