import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TooManyAttempts } from '../auth/rate-limits'
import type { Env } from '../context'
import { TooManyWaiting } from '../fairness/work-by-key'
import type { Log } from '../http/log'
import { respondJson } from '../http/respond'
import * as messages from '../messages'
import { StorageUnavailable } from '../store/database'

const TOO_MANY = {
  failedLogins: messages.tooManyFailedLogins,
  logins: messages.tooManyLogins,
  registrations: messages.tooManyRegistrations,
  takenEmails: messages.tooManyTakenEmails,
  links: messages.tooManyLinks,
}

const RETRY_AFTER_SECONDS = { busy: 5, storageUnavailable: 10 }

export function handleErrors(log: Log): ErrorHandler<Env> {
  return (error, c) => {
    const fail = (status: 429 | 500 | 503, message: string, retryAfter?: number) =>
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
    if (error instanceof TooManyWaiting) return fail(503, messages.busy, RETRY_AFTER_SECONDS.busy)
    if (error instanceof TooManyAttempts) return fail(429, TOO_MANY[error.kind], error.retryAfterSeconds)

    const status = error instanceof StorageUnavailable ? 503 : 500
    if (c.get('lastHealth') !== status)
      log.error({ requestId: c.get('requestId'), method: c.req.method, path: c.req.path }, error)
    if (status === 500) return fail(status, messages.unexpected)
    return fail(status, messages.storageUnavailable, RETRY_AFTER_SECONDS.storageUnavailable)
  }
}
