import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Env } from '../context'
import { sentPath } from '../http/client'
import type { Log } from '../http/log'
import { respondJson } from '../http/respond'
import * as messages from '../messages'
import { StorageUnavailable } from '../store/database'

const RETRY_AFTER_SECONDS = '10'

export function handleErrors(log: Log): ErrorHandler<Env> {
  return (error, c) => {
    if (error instanceof HTTPException) {
      const headers = Object.fromEntries(error.res?.headers ?? [])
      return respondJson(c, error.status, { message: error.message }, headers)
    }
    const isAway = error instanceof StorageUnavailable
    const status = isAway ? 503 : 500
    if (c.get('lastHealth') !== status)
      log.error({ requestId: c.get('requestId'), method: c.req.method, path: sentPath(c) }, error)
    const message = isAway ? messages.storageUnavailable : messages.unexpected
    return respondJson(c, status, { message }, isAway ? { 'Retry-After': RETRY_AFTER_SECONDS } : {})
  }
}
