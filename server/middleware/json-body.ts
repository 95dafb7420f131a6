import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import * as messages from '@/lib/domain/messages'

const MAX_SIZE = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

const limitedBody = bodyLimit({
  maxSize: MAX_SIZE,
  onError: () => {
    throw new HTTPException(413, { message: messages.bodyTooLarge })
  },
})

/** Lets only a body pass that is whole, valid JSON in valid UTF-8. What it says, the route's schema checks. */
export function jsonBody({ otherTypes }: { otherTypes: 400 | 415 }) {
  return createMiddleware(async (c, next) => {
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('Content-Type') ?? '')) {
      throw new HTTPException(otherTypes, { message: messages.notJson })
    }
    try {
      await limitedBody(c, async () => JSON.parse(utf8.decode(await c.req.arrayBuffer())))
    } catch (cause) {
      // Malformed, or cut off by whoever was sending it.
      throw cause instanceof HTTPException
        ? cause
        : new HTTPException(400, { message: messages.malformedRequest })
    }
    // The schema's own check of the type knows only some spellings.
    c.req.raw.headers.set('Content-Type', 'application/json')
    await next()
  })
}
