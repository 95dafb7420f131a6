import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import * as messages from '../messages'

const MAX_SIZE = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

const limitedStream = bodyLimit({ maxSize: MAX_SIZE, onError: refuse })

/** Lets only a body pass that is whole, valid JSON in valid UTF-8. What it says, the route's schema checks. */
export function jsonBody({ otherTypes }: { otherTypes: 400 | 415 }) {
  return createMiddleware(async (c, next) => {
    const type = c.req.header('Content-Type') ?? ''
    if (!/^application\/json\s*(;|$)/i.test(type)) {
      throw new HTTPException(otherTypes, { message: messages.notJson })
    }
    try {
      await limitSize(c, () => readJson(c))
    } catch (cause) {
      // Malformed, or cut off by whoever was sending it.
      throw cause instanceof HTTPException
        ? cause
        : new HTTPException(400, { message: messages.malformedRequest })
    }
    // The schema's own check of the type knows only some spellings.
    if (type !== 'application/json') c.req.raw.headers.set('Content-Type', 'application/json')
    await next()
  })
}

/** Where the length is said, it is as good as kept: no stream has to be watched. */
async function limitSize(c: Context, read: () => Promise<void>): Promise<void> {
  const length = c.req.header('Content-Length')
  if (length === undefined || c.req.header('Transfer-Encoding') !== undefined) {
    await limitedStream(c, read)
  } else {
    if (Number(length) > MAX_SIZE) refuse()
    await read()
  }
}

async function readJson(c: Context): Promise<void> {
  const text = utf8.decode(await c.req.raw.arrayBuffer())
  JSON.parse(text)
  // The schema reads it from here, as Hono keeps it: in a promise.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(text) })
}

function refuse(): never {
  throw new HTTPException(413, { message: messages.bodyTooLarge })
}
