import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import { clientOf } from '../http/client'
import type { Log } from '../http/log'

/** Warns once if there seems to be a proxy that TRUST_PROXY does not know. */
export function clientAddress(trustedProxies: number, log: Log) {
  let hasWarned = false

  return createMiddleware<Env>(async (c, next) => {
    if (trustedProxies === 0 && !hasWarned && c.req.header('X-Forwarded-For') !== undefined) {
      hasWarned = true
      log.warn(
        'Requests have X-Forwarded-For, and TRUST_PROXY is 0: behind a proxy all clients share one limit on logins.',
      )
    }
    c.set('client', clientOf(c, trustedProxies))
    await next()
  })
}
