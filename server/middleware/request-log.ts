import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import { clientOf } from '../http/client'
import type { Log } from '../http/log'

const REFUSED = [401, 429]

/** Logs one line per request, without the query, which may hold secrets; refused ones with the client's address. */
export function requestLog(log: Log, trustedProxies: number) {
  return createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    c.set('requestId', randomUUID())
    await next()
    log.info({
      requestId: c.get('requestId'),
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - start),
      address: REFUSED.includes(c.res.status) ? clientOf(c, trustedProxies).address : undefined,
    })
  })
}
