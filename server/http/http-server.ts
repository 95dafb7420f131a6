import { createServer, type Server } from 'node:http'

const TIMEOUTS_MS = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

const IDLE_TIMEOUT_MS = 120_000

export function createHttpServer(): Server {
  const server = createServer(TIMEOUTS_MS)
  server.setTimeout(IDLE_TIMEOUT_MS)
  return server
}
