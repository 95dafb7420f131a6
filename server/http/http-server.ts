import { createServer, type Server } from 'node:http'

/** Time limits for a request's headers and for the whole request, in milliseconds. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/** Idle time after which a connection is closed, in milliseconds. */
const SILENCE = 120_000

/** Server that closes the connections of slow and of silent clients. */
export function createHttpServer(): Server {
  const server = createServer(TIMEOUTS)
  server.setTimeout(SILENCE)
  return server
}
