import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Env } from '../context'
import { LARGE_BYTES, type TakeTurn, workInTurn } from '../fairness/large-responses'
import { yieldToOthers } from '../fairness/yield-to-others'
import * as messages from '../messages'

const MAX_SIZE = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** `otherStatus` is for a body that is not called JSON. A large one waits for a turn, if there are any. */
type Options = { otherStatus?: 400 | 415; takeTurn?: TakeTurn }

/** Refuses a body that is too large or is not valid JSON in valid UTF-8. The route's schema validates the content. */
export function jsonBody({ otherStatus = 400, takeTurn }: Options = {}) {
  return createMiddleware<Env>(async (c, next) => {
    const bytes = await readBytes(c, otherStatus)
    const isLarge = bytes.byteLength > LARGE_BYTES

    async function parse(): Promise<void> {
      const json = await orMalformed(async () => {
        const text = utf8.decode(bytes)
        if (isLarge) await yieldToOthers()
        return JSON.parse(text)
      })
      // The route's validator reads the body through this.
      c.req.json = async () => json
      await next()
    }

    if (takeTurn && isLarge) await workInTurn(takeTurn, c, c.get('session').userId, parse)
    else await parse()
  })
}

async function readBytes(c: Context, otherStatus: 400 | 415): Promise<ArrayBuffer | Uint8Array> {
  const type = c.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new HTTPException(otherStatus, { message: messages.notJson })
  }
  const length = c.req.header('Content-Length')
  const hasLength = length !== undefined && c.req.header('Transfer-Encoding') === undefined
  if (hasLength && Number(length) > MAX_SIZE) refuse()
  const { raw } = c.req
  const bytes = await orMalformed(async () => (hasLength ? raw.arrayBuffer() : readStream(raw.body)))
  // @hono/zod-openapi refuses some valid spellings, such as a space before the semicolon.
  if (type !== 'application/json') raw.headers.set('Content-Type', 'application/json')
  return bytes
}

/** Reads to the end: what is left of a stream would end the connection in the middle of a later request. */
async function readStream(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size <= MAX_SIZE) parts.push(part)
  }
  if (size > MAX_SIZE) refuse()
  return Buffer.concat(parts)
}

async function orMalformed<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof HTTPException) throw cause
    throw new HTTPException(400, { message: messages.malformedRequest })
  }
}

function refuse(): never {
  throw new HTTPException(413, { message: messages.bodyTooLarge })
}
