import { addAbortSignal, Readable } from 'node:stream'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { LARGE_BYTES, type LargeResponses, MAX_WHOLE_BYTES } from '../fairness/large-responses'
import type { Listing } from '../store/list-rows'
import { acceptedEncoding, type Bytes, compressStream, type Encoding, MIN_BYTES } from './compression'
import { respond } from './respond'

type List = {
  userId: string
  headers: Record<string, string>
  /** Must change with the list. Without one, the list is not cached. */
  cacheKey?: string
  /** About the length of the list as JSON. */
  bytes: number
  read: (listing: Listing) => AsyncIterable<Buffer>
}

const CACHE_BYTES = 64 * 1024 * 1024
const ENTRY_OVERHEAD_BYTES = 500
/** After this time, no node holds the notes of an account that was deleted through another. */
const CACHE_MS = 5 * 60_000

type Effort = { quality: number; rests: boolean }

const FOR_WHOLE: Effort = { quality: 4, rests: false }
const FOR_STREAM: Effort = { quality: 1, rests: true }

const TIMEOUT_MS = 5 * 60_000

export type ListSender = { send: (c: Context, list: List) => Promise<Response> }

export function createListSender(turns: Pick<LargeResponses, 'streams' | 'wholes'>): ListSender {
  const cached = new LRUCache<string, Bytes>({
    maxSize: CACHE_BYTES,
    ttl: CACHE_MS,
    ttlAutopurge: true,
    sizeCalculation: (bytes, key) => key.length + bytes.length + ENTRY_OVERHEAD_BYTES,
  })
  const building = new Map<string, Promise<Bytes | undefined>>()

  /** Resolves to undefined above `limit`. */
  async function bytesOf(
    list: List,
    encoding: Encoding | undefined,
    limit: number,
  ): Promise<Bytes | undefined> {
    const { cacheKey } = list
    if (cacheKey === undefined) return build(list, encoding, limit)
    const key = `${cacheKey} ${encoding}`
    const found = cached.get(key)
    if (found) return found.length > limit ? undefined : found

    const buildKey = `${key} ${limit}`
    const built =
      building.get(buildKey) ??
      build(list, encoding, limit)
        .then((bytes) => {
          if (bytes) cached.set(key, bytes)
          return bytes
        })
        .finally(() => building.delete(buildKey))
    building.set(buildKey, built)
    return built
  }

  async function build(
    list: List,
    encoding: Encoding | undefined,
    limit: number,
  ): Promise<Bytes | undefined> {
    const parts: Buffer[] = []
    let length = 0
    for await (const part of streamOf(list, encoding, FOR_WHOLE)) {
      parts.push(part)
      length += part.length
      if (length > limit) return undefined
    }
    return new Uint8Array(Buffer.concat(parts))
  }

  function streamOf(
    { read, bytes }: List,
    encoding: Encoding | undefined,
    { quality, rests }: Effort,
  ): Readable {
    const json = Readable.from(joinedArrays(read({ bytes, rests })), {
      objectMode: false,
    })
    return encoding ? compressStream(json, encoding, quality) : json
  }

  return {
    async send(c, list) {
      const { userId, bytes } = list
      const encoding = bytes < MIN_BYTES ? undefined : acceptedEncoding(c)
      const headers = {
        ...list.headers,
        'Content-Type': 'application/json',
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
      }
      // JSON needs up to six bytes for one of a note, so a list may turn out to be longer than it was thought.
      for (const limit of [LARGE_BYTES, MAX_WHOLE_BYTES]) {
        if (bytes > limit) continue
        if (limit > LARGE_BYTES) await turns.wholes(c, userId)
        const whole = await bytesOf(list, encoding, limit)
        if (whole) return respond(200, whole, headers)
      }
      await turns.streams(c, userId)
      return respond(200, withTimeout(streamOf(list, encoding, FOR_STREAM)), headers)
    },
  }
}

async function* joinedArrays(arrays: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let separator = '['
  for await (const array of arrays) {
    const items = array.subarray(1, -1)
    if (items.length === 0) continue
    yield Buffer.from(separator)
    yield items
    separator = ','
  }
  yield Buffer.from(separator === '[' ? '[]' : ']')
}

function withTimeout(stream: Readable): ReadableStream {
  addAbortSignal(AbortSignal.timeout(TIMEOUT_MS), stream)
  return Readable.toWeb(stream) as ReadableStream
}
