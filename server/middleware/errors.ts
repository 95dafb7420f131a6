import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as messages from '@/lib/domain/messages'
import type { Env } from '../host'
import type { Log } from '../log'
import { TooManyHashes } from '../passwords'
import { StorageUnavailable } from '../store/database'

/** Every failure as JSON with a sentence. What is not foreseen is logged with its cause, and not told. */
export function answerErrors(log: Log): ErrorHandler<Env> {
  return (error, c) => {
    if (error instanceof HTTPException) return c.json({ message: error.message }, error.status)
    if (error instanceof TooManyHashes) return tryAgain(c, messages.busy, 5)

    log.error({ requestId: c.get('requestId'), method: c.req.method, path: c.req.path }, error)
    if (error instanceof StorageUnavailable) return tryAgain(c, messages.storageUnavailable, 60)
    return c.json({ message: messages.unexpected }, 500)
  }
}

function tryAgain(c: Context, message: string, seconds: number) {
  c.header('Retry-After', String(seconds))
  return c.json({ message }, 503)
}
