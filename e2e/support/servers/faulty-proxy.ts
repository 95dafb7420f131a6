import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type ApiResponse, call, type Origin } from '../api-client'
import { listenOnLoopback, type ServerProcess } from './process'

export type Fault =
  /** A response that is not the host's; the host gets nothing. */
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The connection breaks before the host gets the call. */
  | 'refuse'
  /** The connection breaks after the host has responded. */
  | 'lose the response'
  | 'break the response off'
  /** The connection breaks, and the host gets the call after it has responded to the next GET. */
  | 'forward later'
  | 'respond 502'
  | 'respond with nothing'
  /** The host gets the call twice, as from browsers if a connection breaks that was used before. */
  | 'forward twice'
  /** The host gets the call at once, and its response waits. */
  | { respondAfter: Promise<unknown> }

export type ProxiedCall = {
  method: string
  path: string
  token: string | undefined
  body: string
  headers: IncomingHttpHeaders
  /** Calls of the API under way, this one included. */
  concurrent: number
  /** Sends the call to the host, whatever becomes of the connection: a call that arrives late. */
  forward: () => Promise<ApiResponse>
}

export type FaultyProxy = ServerProcess & {
  host: Origin
  /** All requests, those for files included: 'GET /api/notes'. */
  requests: string[]
  /** Address that every request is redirected to, as a login proxy does. */
  login: string | undefined
  /** Changes each page of the front end on its way. */
  changePage: ((html: string) => string) | undefined
  /** Breaks all connections, and refuses others until `restore` is called. */
  cut: () => void
  restore: () => void
  /** Calls of the API. Files of the front end are forwarded and not recorded. */
  calls: ProxiedCall[]
  /** Decides on each call, at once or when a promise ends. Calls without a fault are forwarded to the host. */
  fault: (call: ProxiedCall) => Fault | undefined | Promise<Fault | undefined>
  /** Gives the first of these calls a fault. Returns a list that has the call once it has come. */
  failFirst: (matches: Matches, fault: Fault | Promise<undefined>) => ProxiedCall[]
  /** Holds these calls until the returned function is called; then they have the fault, or none. */
  hold: (matches: Matches, fault?: Fault) => () => void
  /** Lets these calls pass, and holds the answers until the returned function is called. */
  holdAnswers: (matches: Matches) => () => void
  /** Browsers repeat a call by themselves if a connection breaks that was used before. */
  reusesConnections: boolean
}

type Matches = (call: ProxiedCall) => boolean

export type ProxyOptions = {
  /** Makes the host one that knows the seven calls and nothing more. */
  isBare: boolean
}

export const SEVEN_CALLS =
  /^(POST \/api\/auth\/(login|register)|(GET|POST) \/api\/notes|(GET|PUT|DELETE) \/api\/notes\/[^/]+)$/

const OF_OUR_HOST = [
  'idempotency-key',
  'if-match',
  'if-none-match',
  'etag',
  'notas-etag',
  'notas-trash',
  'notas-features',
]
const OF_ONE_CONNECTION = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'accept-encoding',
]

/**
 * Starts a proxy in front of the host that loses, refuses, delays and repeats calls as the test says. It has an origin,
 * and so a browser storage, of its own.
 */
export async function startFaultyProxy(
  host: Origin,
  { isBare }: ProxyOptions = { isBare: false },
): Promise<FaultyProxy> {
  let concurrent = 0
  let isCut = false
  const late: (() => Promise<unknown>)[] = []
  let storing: Promise<unknown> = Promise.resolve()

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    // Browsers that use it as their HTTP proxy send the whole address.
    const path = url.replace(/^http:\/\/[^/]+/, '')
    proxy.requests.push(`${method} ${path}`)
    if (proxy.login) return void outgoing.writeHead(302, { Location: proxy.login }).end()
    const isApiCall = path.startsWith('/api/')
    const hidden = isBare && isApiCall ? OF_OUR_HOST : []
    const token = headers.authorization?.replace('Bearer ', '')
    const body = String(await buffer(incoming))
    const options = { headers: without(headers, hidden), ...(body !== '' && { body }) }

    async function forward(): Promise<ApiResponse> {
      if (isBare && isApiCall && !SEVEN_CALLS.test(`${method} ${new URL(path, proxy.origin).pathname}`))
        return { status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from('Cannot do this') }
      const response = await call(proxy.host, method, path, options)
      const sent = { ...response, headers: without(response.headers, hidden) }
      return proxy.changePage && sent.headers['content-type']?.startsWith('text/html')
        ? changedPage(sent, proxy.changePage)
        : sent
    }

    const proxied = { method, path, token, body, headers, concurrent, forward }
    if (isApiCall) proxy.calls.push(proxied)
    const fault = isApiCall ? await proxy.fault(proxied) : undefined
    outgoing.shouldKeepAlive &&= proxy.reusesConnections

    if (fault === 'refuse') outgoing.destroy()
    else if (fault === 'forward later') {
      late.push(forward)
      outgoing.destroy()
    } else if (typeof fault === 'object' && 'status' in fault)
      outgoing.writeHead(fault.status, fault.headers).end(fault.body)
    else {
      if (fault === 'forward twice') await forward()
      if (method === 'GET') await storing
      const response = await forward()
      if (method === 'GET') storing = Promise.all(late.splice(0).map((send) => send()))
      if (typeof fault === 'object') await fault.respondAfter
      if (fault === 'lose the response') outgoing.destroy()
      else if (fault === 'break the response off') breakOff(outgoing, response)
      else if (fault === 'respond 502') outgoing.writeHead(502).end('<h1>Bad Gateway</h1>')
      else if (fault === 'respond with nothing') outgoing.writeHead(200).end()
      else outgoing.writeHead(response.status, response.headers).end(response.body)
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    const isApiCall = incoming.url?.startsWith('/api/')
    if (isApiCall) concurrent += 1
    await handle(incoming, outgoing).catch(() => outgoing.destroy())
    if (isApiCall) concurrent -= 1
  })
  server.on('connection', (socket) => isCut && socket.destroy())
  const listening = await listenOnLoopback(server)
  const proxy: FaultyProxy = {
    ...listening,
    host,
    requests: [],
    login: undefined,
    changePage: undefined,
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    restore() {
      isCut = false
    },
    calls: [],
    fault: () => undefined,
    failFirst(matches, fault) {
      const failed: ProxiedCall[] = []
      proxy.fault = (call) => {
        if (failed.length > 0 || !matches(call)) return undefined
        failed.push(call)
        return fault
      }
      return failed
    },
    hold(matches, fault) {
      const { until, release } = held()
      proxy.fault = async (call) => {
        if (!matches(call)) return undefined
        await until
        return fault
      }
      return release
    },
    holdAnswers(matches) {
      const { until, release } = held()
      proxy.fault = (call) => (matches(call) ? { respondAfter: until } : undefined)
      return release
    },
    reusesConnections: false,
  }
  return proxy
}

export function held(): { until: Promise<void>; release: () => void } {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  return { until, release }
}

function without(headers: IncomingHttpHeaders, hidden: string[]): Record<string, string> {
  const left = Object.entries(headers).filter(
    ([name]) => !hidden.includes(name) && !OF_ONE_CONNECTION.includes(name),
  )
  return Object.fromEntries(left) as Record<string, string>
}

/** Never from the browser's cache, which may have the page as it was before. */
function changedPage(response: ApiResponse, change: (html: string) => string): ApiResponse {
  const { etag, ...headers } = response.headers
  return {
    ...response,
    headers: { ...headers, 'cache-control': 'no-store' },
    body: Buffer.from(change(response.body.toString())),
  }
}

function breakOff(outgoing: ServerResponse, { status, headers, body }: ApiResponse): void {
  outgoing.writeHead(status, { ...headers, 'Content-Length': body.length })
  outgoing.write(body.subarray(0, -1), () => outgoing.destroy())
}
