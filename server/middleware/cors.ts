import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { AppContext } from '../context'

const MAX_LENGTH = 100

/** Unlike Hono's own, sends no CORS header at all to an origin that is not listed. Warns once of such an origin. */
export function corsHeaders({ corsOrigins, log }: AppContext): MiddlewareHandler {
  let hasWarned = false
  const allow = cors({
    origin: corsOrigins,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key'],
    exposeHeaders: ['ETag', 'Notas-ETag', 'Notas-Features', 'Notas-Trash', 'Notas-Versions', 'Retry-After'],
    maxAge: 24 * 60 * 60,
  })
  return (c, next) => {
    const origin = c.req.header('Origin')
    if (origin !== undefined && corsOrigins.includes(origin)) return allow(c, next)
    // Browsers ask so before calls to another origin alone.
    if (!hasWarned && c.req.method === 'OPTIONS' && origin) {
      hasWarned = true
      log.warn(`A page of '${origin.slice(0, MAX_LENGTH)}' calls the API, and CORS_ORIGINS does not name it.`)
    }
    return next()
  }
}
