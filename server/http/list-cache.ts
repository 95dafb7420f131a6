import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { acceptedEncoding, compress, type Encoding, MIN_BYTES } from './compression'

type Bytes = Uint8Array<ArrayBuffer>
type Body = { bytes: Bytes; encoding: Encoding | undefined }

const MAX_BYTES = 64 * 1024 * 1024

const ENTRY_OVERHEAD_BYTES = 500

export function createListCache() {
  const bodies = new LRUCache<string, Body>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => key.length + bytes.length + ENTRY_OVERHEAD_BYTES,
  })

  return {
    async get(c: Context, etag: string, read: () => Promise<string>): Promise<Body> {
      const accepted = acceptedEncoding(c)
      const key = `${etag} ${accepted}`
      const cached = bodies.get(key)
      if (cached) return cached

      const json = Buffer.from(await read())
      const encoding = json.length < MIN_BYTES ? undefined : accepted
      const bytes = encoding ? await compress(json, encoding, 4) : new Uint8Array(json)
      const body = { bytes, encoding }
      bodies.set(key, body)
      return body
    },
  }
}
