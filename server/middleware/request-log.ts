import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context'
import type { Log } from '../http/log'

/** Logs one line per request, without the query, which may hold secrets. */
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
