import type { Entry } from '../entry'

/** Fails with `ReadError`. */
export async function readBytes(entry: Pick<Entry, 'size' | 'chunks'>): Promise<Uint8Array> {
  const bytes = new Uint8Array(entry.size)
  let length = 0
  for await (const chunk of entry.chunks()) {
    bytes.set(chunk, length)
    length += chunk.length
  }
  return bytes
}
