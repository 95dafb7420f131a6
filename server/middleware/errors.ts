import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Env } from '../context'
import { sentPath } from '../http/client'
import { REASONS, Refused } from '../http/failures'
import type { Log } from '../http/log'
import { respondJson } from '../http/respond'
import * as messages from '../messages'
import { StorageUnavailable } from '../store/database'

const RETRY_AFTER_SECONDS = '10'

/** The library of the calls refuses an empty Content-Type by itself. */
function isOtherType(cause: unknown): boolean {
  return cause instanceof HTTPException && cause.status === REASONS['not-json']
}

export function logFailure(log: Log, c: Context<Env>, cause: unknown): void {
  log.error({ requestId: c.get('requestId'), method: c.req.method, path: sentPath(c) }, cause)
}

export function handleErrors(log: Log): ErrorHandler<Env> {
  return (cause, c) => {
    const error = isOtherType(cause) ? new Refused('not-json', messages.notJson) : cause
    if (error instanceof Refused) {
      c.set('reason', error.reason)
      return respondJson(c, error.status, { message: error.message }, error.headers)
    }
    const isAway = error instanceof StorageUnavailable
    const reason = isAway ? 'storage' : 'unexpected'
    const status = REASONS[reason]
    c.set('reason', reason)
    if (c.get('lastHealth') !== status) logFailure(log, c, error)
    const message = isAway ? messages.storageUnavailable : messages.unexpected
    // 'Retry-After' tells a front end that a write is not stored.
    const mayRepeat = isAway && (error.isUndone || ['GET', 'HEAD'].includes(c.req.method))
    return respondJson(c, status, { message }, mayRepeat ? { 'Retry-After': RETRY_AFTER_SECONDS } : {})
  }
}
