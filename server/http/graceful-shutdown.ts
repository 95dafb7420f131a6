import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createMiddleware } from 'hono/factory'

/** What still runs after so long is cut off, in milliseconds: a client or a mail server may hang. */
const PATIENCE = 9_000

/** How long the database may take to be closed, in milliseconds. */
const CLEAN_UP_PATIENCE = 500

/** How often idle connections are closed meanwhile, in milliseconds: more become so. */
const INTERVAL = 500

type Rest = {
  /** Resolves once what runs beside the requests is done. */
  finished: () => Promise<void>
  cleanUp: () => Promise<void>
}

/** At SIGTERM or SIGINT: takes no new connection, ends what is under way, cleans up and exits with 0. */
export function shutDownGracefully(
  server: Server,
  stopping: AbortController,
  { finished, cleanUp }: Rest,
): void {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  /** Node counts a connection as idle only once it has asked something; browsers open some in advance. */
  function closeIdle(): void {
    server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }

  function stop(): void {
    if (stopping.signal.aborted) return
    stopping.abort()
    setInterval(closeIdle, INTERVAL)
    const isOver = wait(PATIENCE)
    isOver.then(() => server.closeAllConnections())
    server.close(async () => {
      await Promise.race([finished(), isOver])
      setTimeout(() => process.exit(0), CLEAN_UP_PATIENCE)
      cleanUp().finally(() => process.exit(0))
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
