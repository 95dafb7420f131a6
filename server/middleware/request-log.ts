import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import { clientOf } from '../http/client'
import type { Log } from '../http/log'

const REFUSED = [401, 429]

/**
 * Logs one line per request, without the query, which may hold secrets; refused ones with the client's address. A health
 * check is logged if its status differs from the last one's.
 */
export function requestLog(log: Log, trustedProxies: number) {
  let lastHealth: number | undefined

  return createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    c.set('requestId', randomUUID())
    const isHealthCheck = c.req.path === '/api/health'
    if (isHealthCheck) c.set('lastHealth', lastHealth)
    await next()
    if (isHealthCheck && c.res.status === lastHealth) return
    if (isHealthCheck) lastHealth = c.res.status
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
