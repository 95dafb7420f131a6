import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppContext, Env } from '../context'
import { clientOf, sentPath } from '../http/client'

const REFUSED = [401, 429]

/** Logs requests without the query, which may hold secrets, and health checks when their status changes. */
export function requestLog({ log, metrics, trustedProxies }: AppContext) {
  let lastHealth: number | undefined

  return createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    c.set('requestId', randomUUID())
    const isHealthCheck = c.req.path === '/api/health'
    if (isHealthCheck) c.set('lastHealth', lastHealth)
    await next()
    const ms = performance.now() - start
    const { method } = c.req
    const { status } = c.res
    metrics?.countRequest({ method, route: routePath(c), status, seconds: ms / 1000 })
    if (isHealthCheck && status === lastHealth) return
    if (isHealthCheck) lastHealth = status
    log.info({
      requestId: c.get('requestId'),
      method,
      path: sentPath(c),
      status,
      ms: Math.round(ms),
      userId: c.get('session')?.userId ?? c.get('userId') ?? c.get('accountId'),
      reason: c.get('reason'),
      address: REFUSED.includes(status) ? clientOf(c, trustedProxies).address : undefined,
    })
  })
}
