import { createServer, type Server } from 'node:http'

/** How long a client may take to send its headers, and all of a request, in milliseconds. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/** After so long without a byte in either direction a connection is closed, in milliseconds. */
const SILENCE = 120_000

/** Server that closes the connections of slow and of silent clients. */
export function createHttpServer(): Server {
  const server = createServer(TIMEOUTS)
  server.setTimeout(SILENCE)
  return server
}
