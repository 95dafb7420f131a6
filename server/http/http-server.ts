import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import * as messages from '../messages'
import { HostResponse, withOwn } from './host-response'
import type { Log } from './log'
import { respond } from './respond'

/** `readBody` ends slow bodies; the largest may take 17 minutes. */
const TIMEOUTS_MS = {
  headersTimeout: 20_000,
  requestTimeout: 20 * 60_000,
  connectionsCheckingInterval: 5_000,
}

const IDLE_TIMEOUT_MS = 120_000

/** Requests of one connection without a response. Browsers and proxies have one. */
const MAX_UNANSWERED = 16

const REFUSALS: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, messages.headersTooLarge],
  ERR_HTTP_REQUEST_TIMEOUT: [408, messages.requestTimeout],
}

type Options = { keepAliveSeconds?: number; log?: Log }

export function createHttpServer({ keepAliveSeconds = 5, log }: Options = {}): Server {
  const server = createServer({
    ...TIMEOUTS_MS,
    keepAliveTimeout: keepAliveSeconds * 1000,
    ServerResponse: HostResponse,
    // The listener refuses such a request, too, and logs it.
    requireHostHeader: false,
  })
  server.setTimeout(IDLE_TIMEOUT_MS)
  server.on('clientError', (cause, socket) => refuse(cause, socket as Socket, log))
  return server
}

/** Ends connections with too many unanswered requests. Closes all responses of a lost one; Node closes only the first. */
export function limitPipelining(log: Log, listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>()

  /** One function for all responses: they are many, and short. */
  function forget(this: ServerResponse): void {
    unanswered.get(this.req.socket)?.delete(this)
  }

  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    let responses = unanswered.get(socket)
    if (!responses) {
      responses = new Set()
      unanswered.set(socket, responses)
      closeTogether(socket, responses)
    }
    responses.add(response)
    response.on('close', forget)
    if (responses.size <= MAX_UNANSWERED) return listener(request, response)
    log.info({ event: 'connection.flooded', address: socket.remoteAddress })
    socket.destroy()
  }
}

/** Stands outside of the listener, whose closure would keep the first response as long as its connection. */
function closeTogether(socket: Socket, responses: Set<ServerResponse>): void {
  socket.once('close', () => responses.forEach(closeQueued))
}

function closeQueued(response: ServerResponse): void {
  if (response.socket) return
  response.destroyed = true
  response.emit('close')
}

type Fetch = Parameters<typeof getRequestListener>[0]

export function createListener(log: Log, fetch: Fetch): RequestListener {
  let socket: Socket | undefined

  function errorHandler(cause: unknown): Response {
    const isMalformed = cause instanceof RequestError
    if (isMalformed) logRefusal(log, 400, socket)
    else log.error({}, cause)
    const message = isMalformed ? messages.malformedRequest : messages.unexpected
    const headers = { 'Content-Type': 'application/json' }
    return respond(isMalformed ? 400 : 500, JSON.stringify({ message }), headers)
  }

  const listener = getRequestListener(fetch, { errorHandler })
  return (request, response) => {
    // A malformed request is refused before the listener returns.
    socket = request.socket
    return listener(request, response)
  }
}

/** Logs a request of which nothing else can be known. */
function logRefusal(log: Log | undefined, status: number, socket: Socket | undefined): void {
  log?.info({ event: 'request.refused', status, address: socket?.remoteAddress })
}

function refuse({ code }: NodeJS.ErrnoException, socket: Socket, log: Log | undefined): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = REFUSALS[code ?? ''] ?? [400, messages.malformedRequest]
  // Browsers open connections in advance, and may leave them unused. A request whose body breaks off has its own line.
  if (socket.bytesRead > 0 && code !== 'HPE_INVALID_EOF_STATE') logRefusal(log, status, socket)
  const body = JSON.stringify({ message })
  const headers = withOwn({
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  })
  const fields = headers.map((part, at) => (at % 2 ? `${part}\r\n` : `${part}: `)).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields}\r\n${body}`)
}
