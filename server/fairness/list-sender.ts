import { addAbortSignal, finished, Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context, TypedResponse } from 'hono'
import { LRUCache } from 'lru-cache'
import { acceptedEncoding, type Bytes, compressStream, type Encoding, MIN_BYTES } from '../http/compression'
import { respond } from '../http/respond'
import { LARGE_BYTES, MAX_WHOLE_BYTES } from '../pace/sizes'
import type { Listing } from '../store/list-rows'
import type { LargeResponses } from './large-responses'

type List = {
  userId: string
  headers: Record<string, string>
  /** Must change with the list. Without one, the list is not cached. */
  cacheKey?: string
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

export type ListSender = ReturnType<typeof createListSender>

type Build = { c: Context; list: List; encoding: Encoding | undefined; limit: number }

export function createListSender(
  turns: Pick<LargeResponses, 'streams' | 'wholes'>,
  checkSession: (c: Context) => Promise<void>,
  onCut: (c: Context, cause: unknown) => void,
) {
  const cached = new LRUCache<string, { key: string; bytes: Bytes }>({
    maxSize: CACHE_BYTES,
    ttl: CACHE_MS,
    ttlAutopurge: true,
    sizeCalculation: ({ key, bytes }) => key.length + bytes.length + ENTRY_OVERHEAD_BYTES,
  })
  /** Requests for a list that is being built share it. */
  const builds = new Map<string, Promise<Bytes | undefined>>()

  async function build({ c, list, encoding, limit }: Build): Promise<Bytes | undefined> {
    const parts: Buffer[] = []
    let length = 0
    for await (const part of streamOf(c, list, encoding, FOR_WHOLE)) {
      parts.push(part)
      length += part.length
      if (length > limit) return undefined
    }
    return new Uint8Array(Buffer.concat(parts))
  }

  async function bytesOf(context: Build): Promise<Bytes | undefined> {
    const bytes = await (context.list.cacheKey === undefined ? build(context) : cachedOrBuilt(context))
    return bytes && bytes.length <= context.limit ? bytes : undefined
  }

  /** A list takes the place of the user's earlier ones, which are of no more use. */
  async function cachedOrBuilt(context: Build): Promise<Bytes | undefined> {
    const { list, encoding } = context
    const place = `${list.userId} ${encoding}`
    const key = `${list.cacheKey} ${encoding}`
    const known = cached.get(place)
    if (known?.key === key) return known.bytes
    const building = builds.get(key) ?? build(context).finally(() => builds.delete(key))
    builds.set(key, building)
    const bytes = await building
    if (bytes) cached.set(place, { key, bytes })
    return bytes
  }

  function streamOf(c: Context, list: List, encoding: Encoding | undefined, effort: Effort): Readable {
    const pages = joinedPages(c, list, effort)
    const json = Readable.from(effort.rests ? cutAtFailure(c, pages) : pages, { objectMode: false })
    return encoding ? compressStream(json, encoding, effort.quality) : json
  }

  async function* joinedPages(c: Context, { read, bytes }: List, { rests }: Effort): AsyncGenerator<Buffer> {
    let separator = '['
    for await (const page of read({ bytes, rests })) {
      // No page is sent that was read after the session ended.
      if (rests) await checkSession(c)
      const items = page.subarray(1, -1)
      if (items.length === 0) continue
      yield Buffer.from(separator)
      yield items
      separator = ','
    }
    yield Buffer.from(separator === '[' ? '[]' : ']')
  }

  /** Ends the connection where a page fails: the status has been sent, so that nothing else tells that the list is not whole. */
  async function* cutAtFailure(c: Context, pages: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* pages
    } catch (cause) {
      const { outgoing } = c.env as HttpBindings
      outgoing.destroy()
      onCut(c, cause)
    }
  }

  return {
    async send(c: Context, list: List) {
      const { userId, bytes } = list
      const encoding = bytes < MIN_BYTES ? undefined : acceptedEncoding(c)
      const headers = {
        ...list.headers,
        'Content-Type': 'application/json',
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
      }
      if (c.req.method === 'HEAD') return respondList(null, headers)
      // JSON needs up to six bytes for one of a note, so a list may turn out to be longer than it was thought.
      for (const limit of [LARGE_BYTES, MAX_WHOLE_BYTES]) {
        if (bytes > limit) continue
        const turn = limit > LARGE_BYTES ? await turns.wholes(c, userId) : undefined
        const built = bytesOf({ c, list, encoding, limit })
        turn?.keepUntil(built.then(() => {}).catch(() => {}))
        const whole = await built
        if (whole) return respondList(whole, headers)
      }
      await turns.streams(c, userId)
      return respondList(untilGone(c, streamOf(c, list, encoding, FOR_STREAM)), headers)
    },
  }
}

/** Typed for every list: TypeScript does not see the items in the bytes. */
function respondList(body: Bytes | ReadableStream | null, headers: Record<string, string>) {
  return respond(200, body, headers) as Response & TypedResponse<never[], 200, 'json'>
}

/** Destroys the stream, and what feeds it, once its connection is gone or the response was another one. */
function untilGone(c: Context, stream: Readable): ReadableStream {
  const { outgoing } = c.env as HttpBindings
  addAbortSignal(AbortSignal.timeout(TIMEOUT_MS), stream)
  // Must run after the listener of @hono/node-server, which takes an end that is not its own for an error.
  finished(outgoing, () => setImmediate(() => stream.destroy()))
  return Readable.toWeb(stream) as ReadableStream
}
