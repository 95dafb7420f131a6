import type { Server } from 'node:http'
import { createMiddleware } from 'hono/factory'

/** What still runs after so long is cut off, in milliseconds: a client may hang. */
const PATIENCE = 9_000

/** At SIGTERM or SIGINT: takes no new connection, answers what is under way, cleans up and exits with 0. */
export function stopGracefully(server: Server, stopping: AbortController, cleanUp: () => void): void {
  function stop(): void {
    if (stopping.signal.aborted) return
    stopping.abort()
    setTimeout(() => server.closeAllConnections(), PATIENCE).unref()
    server.close(() => {
      cleanUp()
      process.exit(0)
    })
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Tells whoever asks during the stop that no further request will be taken on this connection. */
export function closeConnections(stopping: AbortSignal) {
  return createMiddleware(async (c, next) => {
    await next()
    if (stopping.aborted) c.header('Connection', 'close')
  })
}
