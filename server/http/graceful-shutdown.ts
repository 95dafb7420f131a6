import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { closeAfterResponses } from './host-response'

const TIMEOUT_MS = 9_000
const CLEAN_UP_TIMEOUT_MS = 500
const CLOSE_IDLE_INTERVAL_MS = 500

/** On SIGTERM or SIGINT, stops accepting connections, finishes open requests and jobs, and exits with 0. */
export function shutDownGracefully(
  server: Server,
  stopping: AbortController,
  finished: () => Promise<unknown>,
  cleanUp: () => Promise<void>,
): void {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  function closeIdle(): void {
    server.closeIdleConnections()
    // Node does not count a connection as idle before its first request; browsers open some in advance.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }

  function stop(): void {
    if (stopping.signal.aborted) return
    stopping.abort()
    closeAfterResponses()
    setInterval(closeIdle, CLOSE_IDLE_INTERVAL_MS)
    const timedOut = wait(TIMEOUT_MS)
    timedOut.then(() => server.closeAllConnections())
    server.close(async () => {
      await Promise.race([finished(), timedOut])
      setTimeout(() => process.exit(0), CLEAN_UP_TIMEOUT_MS)
      cleanUp().finally(() => process.exit(0))
    })
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
