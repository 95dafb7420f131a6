import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TooManyHashes } from '../auth/passwords'
import { TooManyAttempts } from '../auth/rate-limits'
import type { Env } from '../context'
import type { Log } from '../http/log'
import { respondJson } from '../http/respond'
import * as messages from '../messages'
import { StorageUnavailable } from '../store/database'

const TOO_MANY = {
  logins: messages.tooManyLogins,
  registrations: messages.tooManyRegistrations,
  links: messages.tooManyLinks,
}

/** Every failure as JSON with a sentence. What is not foreseen is logged with its cause, and not told. */
export function answerErrors(log: Log): ErrorHandler<Env> {
  return (error, c) => {
    const tell = (status: 429 | 500 | 503, message: string, retryAfter?: number) =>
      respondJson(
        c,
        status,
        { message },
        retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
      )

    if (error instanceof HTTPException) {
      const headers = Object.fromEntries(error.res?.headers ?? [])
      return respondJson(c, error.status, { message: error.message }, headers)
    }
    if (error instanceof TooManyHashes) return tell(503, messages.busy, 5)
    if (error instanceof TooManyAttempts) return tell(429, TOO_MANY[error.what], error.retryAfter)

    log.error({ requestId: c.get('requestId'), method: c.req.method, path: c.req.path }, error)
    if (error instanceof StorageUnavailable) return tell(503, messages.storageUnavailable, 60)
    return tell(500, messages.unexpected)
  }
}
