import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as messages from '@/lib/domain/messages'
import type { Env } from '../host'
import { TooManyAttempts } from '../limits'
import type { Log } from '../log'
import { TooManyHashes } from '../passwords'
import { StorageUnavailable } from '../store/database'

/** Every failure as JSON with a sentence. What is not foreseen is logged with its cause, and not told. */
export function answerErrors(log: Log): ErrorHandler<Env> {
  return (error, c) => {
    if (error instanceof HTTPException) return c.json({ message: error.message }, error.status)
    if (error instanceof TooManyHashes) return tryAgain(c, 503, messages.busy, 5)
    if (error instanceof TooManyAttempts) return tryAgain(c, 429, TOO_MANY[error.what], error.retryAfter)

    log.error({ requestId: c.get('requestId'), method: c.req.method, path: c.req.path }, error)
    if (error instanceof StorageUnavailable) return tryAgain(c, 503, messages.storageUnavailable, 60)
    return c.json({ message: messages.unexpected }, 500)
  }
}

const TOO_MANY = { logins: messages.tooManyLogins, registrations: messages.tooManyRegistrations }

function tryAgain(c: Context, status: 429 | 503, message: string, seconds: number) {
  c.header('Retry-After', String(seconds))
  return c.json({ message }, status)
}
