import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import * as messages from '../messages'
import { HEADERS } from './respond'

const TIMEOUTS_MS = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

const IDLE_TIMEOUT_MS = 120_000

const HSTS = 'max-age=31536000'

export function createHttpServer({ sendsHsts = false } = {}): Server {
  const server = createServer(TIMEOUTS_MS)
  server.setTimeout(IDLE_TIMEOUT_MS)
  server.on('clientError', refuse)
  if (sendsHsts)
    server.on('request', (_request, response) => response.setHeader('Strict-Transport-Security', HSTS))
  return server
}

function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = refusalOf(code)
  const body = JSON.stringify({ message })
  const headers = {
    ...HEADERS,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')}\r\n\r\n${body}`)
}

function refusalOf(code: string | undefined): { status: number; message: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, message: messages.headersTooLarge }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, message: messages.requestTimeout }
  return { status: 400, message: messages.malformedRequest }
}
