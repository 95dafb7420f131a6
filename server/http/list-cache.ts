import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { acceptedEncoding, compress, type Encoding, MIN_SIZE } from './compression'

type Bytes = Uint8Array<ArrayBuffer>
type Body = { bytes: Bytes; encoding: Encoding | undefined }

/** What all lists together may take, in bytes. */
const MAX_SIZE = 64 * 1024 * 1024

/** What a list takes besides its key and its body, in bytes. */
const OVERHEAD = 500

/** Keeps the lists that were answered, as they went over the wire: each holds as long as its ETag does. */
export function createListCache() {
  const bodies = new LRUCache<string, Body>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ bytes }, key) => key.length + bytes.length + OVERHEAD,
  })

  return {
    async get(c: Context, etag: string, read: () => Promise<string>): Promise<Body> {
      const accepted = acceptedEncoding(c)
      const key = `${etag} ${accepted}`
      const kept = bodies.get(key)
      if (kept) return kept

      const json = Buffer.from(await read())
      const encoding = json.length < MIN_SIZE ? undefined : accepted
      const bytes = encoding ? await compress(json, encoding, 4) : new Uint8Array(json)
      const body = { bytes, encoding }
      bodies.set(key, body)
      return body
    },
  }
}
