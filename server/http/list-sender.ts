import { addAbortSignal, finished, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { createTurns } from '../fairness/turns'
import type { Listing } from '../store/list-rows'
import { acceptedEncoding, compressStream, type Encoding, MIN_BYTES } from './compression'
import { respond } from './respond'

type Bytes = Uint8Array<ArrayBuffer>
type List = {
  userId: string
  headers: Record<string, string>
  /** Must change with the list. Without one, the list is not cached. */
  cacheKey?: string
  /** About the length of the list as JSON. */
  bytes: number
  read: (listing: Listing) => AsyncIterable<Buffer>
}

const KIB = 1024
const MIB = 1024 * KIB

const CACHE_BYTES = 64 * MIB
const ENTRY_OVERHEAD_BYTES = 500
/** After this time, no node holds the notes of an account that was deleted through another. */
const CACHE_MS = 5 * 60_000

/** Longer lists are sent while they are read, and not cached. */
const MAX_WHOLE_BYTES = 4 * MIB

/** Longer lists wait for a turn, which bounds their memory. */
const LARGE_LIST_BYTES = 256 * KIB
const MAX_SENDING = { ofUser: 2, ofAll: 16 }

/** Quality of gzip and brotli, and whether reading rests between two pages. */
type Effort = { quality: number; rests: boolean }

const FOR_WHOLE: Effort = { quality: 4, rests: false }
const FOR_STREAM: Effort = { quality: 1, rests: true }

const TIMEOUT_MS = 5 * 60_000

export type ListSender = { send: (c: Context, list: List) => Promise<Response> }

export function createListSender(): ListSender {
  const cached = new LRUCache<string, Bytes>({
    maxSize: CACHE_BYTES,
    ttl: CACHE_MS,
    ttlAutopurge: true,
    sizeCalculation: (bytes, key) => key.length + bytes.length + ENTRY_OVERHEAD_BYTES,
  })
  const building = new Map<string, Promise<Bytes>>()
  const turnsOfUser = createTurns(MAX_SENDING.ofUser)
  const turnsOfAll = createTurns(MAX_SENDING.ofAll)

  async function bytesOf(list: List, encoding: Encoding | undefined): Promise<Bytes> {
    const { cacheKey } = list
    if (cacheKey === undefined) return build(list, encoding)
    const key = `${cacheKey} ${encoding}`
    const found = cached.get(key) ?? building.get(key)
    if (found) return found

    const built = build(list, encoding)
      .then((bytes) => {
        cached.set(key, bytes)
        return bytes
      })
      .finally(() => building.delete(key))
    building.set(key, built)
    return built
  }

  async function build(list: List, encoding: Encoding | undefined): Promise<Bytes> {
    return new Uint8Array(await buffer(streamOf(list, encoding, FOR_WHOLE)))
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

  /** Holds a turn until the response has been sent or the client is gone. */
  function inTurn(c: Context, userId: string, work: () => Promise<Response>): Promise<Response> {
    const { outgoing } = c.env as HttpBindings
    return new Promise((resolve, reject) => {
      const isOver = new Promise<void>((over) => finished(outgoing, () => over()))
      // Nobody reads this response to a client that was gone before its turn.
      isOver.then(() => resolve(respond(503, null)))

      async function takeTurn(): Promise<void> {
        if (outgoing.destroyed) return
        try {
          resolve(await work())
          await isOver
        } catch (cause) {
          reject(cause)
        }
      }
      turnsOfUser.take(userId, () => turnsOfAll.take('', takeTurn))
    })
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
      const sendWhole = async () => respond(200, await bytesOf(list, encoding), headers)
      const sendStream = async () => respond(200, withTimeout(streamOf(list, encoding, FOR_STREAM)), headers)
      if (bytes <= LARGE_LIST_BYTES) return sendWhole()
      return inTurn(c, userId, bytes <= MAX_WHOLE_BYTES ? sendWhole : sendStream)
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
