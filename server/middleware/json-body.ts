import { every } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Env } from '../context'
import { LARGE_BYTES, type TakeTurn, workInTurn } from '../fairness/large-responses'
import { yieldToOthers } from '../fairness/yield-to-others'
import * as messages from '../messages'

const MAX_SIZE = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Refuses a body that is too large or is not valid JSON in valid UTF-8. The route's schema validates the content. */
export function jsonBody() {
  return every(bodyBytes(400), parsedJson)
}

/** `otherStatus` is for a body that is not called JSON. */
export function bodyBytes(otherStatus: 400 | 415) {
  return createMiddleware<Env>(async (c, next) => {
    const type = c.req.header('Content-Type') ?? ''
    if (!/^application\/json\s*(;|$)/i.test(type)) {
      throw new HTTPException(otherStatus, { message: messages.notJson })
    }
    const length = c.req.header('Content-Length')
    const hasLength = length !== undefined && c.req.header('Transfer-Encoding') === undefined
    if (hasLength && Number(length) > MAX_SIZE) refuse()
    await orMalformed(async () => {
      c.set('bodyBytes', hasLength ? await c.req.raw.arrayBuffer() : await readStream(c.req.raw.body))
    })
    // @hono/zod-openapi refuses some valid spellings, such as a space before the semicolon.
    if (type !== 'application/json') c.req.raw.headers.set('Content-Type', 'application/json')
    await next()
  })
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

export function largeBodiesInTurn(takeTurn: TakeTurn) {
  return createMiddleware<Env>(async (c, next) => {
    if (c.get('bodyBytes').byteLength <= LARGE_BYTES) return next()
    await workInTurn(takeTurn, c, c.get('session').userId, next)
  })
}

export const parsedJson = createMiddleware<Env>(async (c, next) => {
  await orMalformed(async () => {
    const bytes = c.get('bodyBytes')
    const text = utf8.decode(bytes)
    if (bytes.byteLength > LARGE_BYTES) await yieldToOthers()
    const json = JSON.parse(text)
    // The route's validator reads the body through this.
    c.req.json = async () => json
  })
  await next()
})

async function orMalformed(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    throw cause instanceof HTTPException
      ? cause
      : new HTTPException(400, { message: messages.malformedRequest })
  }
}

function refuse(): never {
  throw new HTTPException(413, { message: messages.bodyTooLarge })
}
