import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
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
  /** The connection breaks within the response. */
  | 'break the response off'
  /** The connection breaks, and the host gets the call after it has responded to the next GET. */
  | 'forward later'
  | 'respond 502'
  | 'respond with nothing'
  /** As browsers do if a connection breaks that was used before. */
  | 'forward twice'

export type ProxiedCall = {
  method: string
  path: string
  token: string | undefined
  body: string
  headers: string[]
  /** Calls under way, this one included. */
  concurrent: number
}

export type FaultyProxy = ServerProcess & {
  host: Origin
  calls: ProxiedCall[]
  /** Decides on each call. Calls without a fault are forwarded to the host. */
  fault: (call: ProxiedCall) => Fault | undefined
}

/** Starts a proxy in front of the host that loses, refuses and repeats calls as the test says. */
export async function startFaultyProxy(host: Origin): Promise<FaultyProxy> {
  let concurrent = 0
  const late: (() => Promise<unknown>)[] = []
  let storing: Promise<unknown> = Promise.resolve()

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming
    const token = headers.authorization?.replace('Bearer ', '')
    const body = String(await buffer(incoming))
    const options = { ...(token !== undefined && { token }), ...(body !== '' && { body }) }
    const forward = () => call(proxy.host, method, path, options)
    const proxied = { method, path, token, body, headers: Object.keys(headers), concurrent }
    proxy.calls.push(proxied)
    const fault = proxy.fault(proxied)

    if (fault === 'refuse') outgoing.destroy()
    else if (fault === 'forward later') {
      late.push(forward)
      outgoing.destroy()
    } else if (typeof fault === 'object') outgoing.writeHead(fault.status, fault.headers).end(fault.body)
    else {
      if (fault === 'forward twice') await forward()
      if (method === 'GET') await storing
      const response = await forward()
      if (method === 'GET') storing = Promise.all(late.splice(0).map((send) => send()))
      if (fault === 'lose the response') outgoing.destroy()
      else if (fault === 'break the response off') breakOff(outgoing, response)
      else if (fault === 'respond 502') outgoing.writeHead(502).end('<h1>Bad Gateway</h1>')
      else if (fault === 'respond with nothing') outgoing.writeHead(200).end()
      else outgoing.writeHead(response.status, response.headers).end(response.body)
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    concurrent += 1
    await handle(incoming, outgoing).catch(() => outgoing.destroy())
    concurrent -= 1
  })
  const listening = await listenOnLoopback(server)
  const proxy: FaultyProxy = { ...listening, host, calls: [], fault: () => undefined }
  return proxy
}

function breakOff(outgoing: ServerResponse, { status, headers, body }: ApiResponse): void {
  outgoing.writeHead(status, headers)
  outgoing.write(body.subarray(0, -1), () => outgoing.destroy())
}
