import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import { type TakeTurn, workInTurn } from '../fairness/large-responses'
import type { ReadInTurn } from '../fairness/note-bodies'
import { bodyTooLarge, Refused } from '../http/failures'
import { announcedLength, readBody } from '../http/request-body'
import * as messages from '../messages'
import { LARGE_BYTES } from '../pace/sizes'
import { yieldToOthers } from '../pace/yield-to-others'

const MAX_BYTES = 16 * 1024
const MAX_NOTE_BYTES = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Refuses a body that is too large or is not valid JSON in valid UTF-8. The route's schema validates the content. */
export function jsonBody() {
  return createMiddleware<Env>(async (c, next) => {
    checkHead(c, MAX_BYTES, 'invalid')
    await parse(c, await readBody(incomingOf(c), MAX_BYTES))
    await next()
  })
}

/** Reads the body of a note in its turn; a large one also waits for a turn to be stored. */
export function noteBody(readInTurn: ReadInTurn, takeTurn: TakeTurn) {
  return createMiddleware<Env>((c, next) => {
    const userId = c.get('userId') ?? c.get('session').userId
    const bytes = checkHead(c, MAX_NOTE_BYTES, 'not-json')
    return readInTurn(c, userId, bytes, async () => {
      const body = await readBody(incomingOf(c), MAX_NOTE_BYTES)
      const store = () => parse(c, body).then(next)
      await (body.byteLength > LARGE_BYTES ? workInTurn(takeTurn, c, userId, store) : store())
    })
  })
}

/** Returns the most bytes that the body may have. `otherType` is the reason to refuse one that is not called JSON. */
function checkHead(c: Context, maxBytes: number, otherType: 'invalid' | 'not-json'): number {
  const type = c.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refused(otherType, messages.notJson)
  }
  // @hono/zod-openapi refuses some valid spellings, such as a space before the semicolon.
  if (type !== 'application/json') c.req.raw.headers.set('Content-Type', 'application/json')
  const length = announcedLength(incomingOf(c)) ?? maxBytes
  if (length > maxBytes) throw bodyTooLarge(maxBytes)
  return length
}

async function parse(c: Context, bytes: Uint8Array): Promise<void> {
  try {
    const text = utf8.decode(bytes)
    if (bytes.byteLength > LARGE_BYTES) await yieldToOthers()
    const unread = [JSON.parse(text)]
    // The route's validator reads the body through this, once: only its valid fields are kept.
    c.req.json = async () => unread.pop()
  } catch {
    throw new Refused('invalid', messages.malformedRequest)
  }
}

function incomingOf(c: Context): HttpBindings['incoming'] {
  return (c.env as HttpBindings).incoming
}
