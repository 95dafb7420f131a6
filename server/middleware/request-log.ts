import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import type { Log } from '../http/log'

/** One line a request; the path alone, since a query may hold what is nobody else's business. */
export function requestLog(log: Log) {
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
    })
  })
}
