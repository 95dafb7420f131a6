import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'

/** Unlike Hono's own, sends no CORS header at all to an origin that is not listed. */
export function corsHeaders(origins: string[]) {
  const allow = cors({
    origin: origins,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key'],
    exposeHeaders: ['ETag', 'Notas-Features', 'Notas-Trash', 'Notas-Versions', 'Retry-After'],
    maxAge: 24 * 60 * 60,
  })
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('Origin')
    return origin !== undefined && origins.includes(origin) ? allow(c, next) : next()
  })
}
