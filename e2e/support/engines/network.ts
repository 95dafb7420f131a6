import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Origin } from '../api-client'
import { listenOnLoopback } from '../servers/process'

/** Proxy for drivers without interception. Each has an origin, and so a browser storage, of its own. */
export type Network = Origin & {
  requests: string[]
  cut: () => void
  restore: () => void
  pauseResponses: (calls: RegExp) => () => void
  /** Breaks the connection instead of sending the next response to such a call, which the host has handled. */
  loseResponse: (calls: RegExp) => void
  stop: () => Promise<void>
}

type Pause = { calls: RegExp; released: Promise<void> }

export async function createNetwork(hostOrigin: string): Promise<Network> {
  const requests: string[] = []
  const pauses = new Set<Pause>()
  const lost = new Set<RegExp>()
  let isCut = false

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, headers } = incoming
    // Browsers that use it as their HTTP proxy send the whole address.
    const path = incoming.url?.replace(/^http:\/\/[^/]+/, '')
    const call = `${method} ${path}`
    requests.push(call)
    const toHost = request(new URL(path ?? '/', hostOrigin), { method, headers })
    toHost.on('error', () => outgoing.destroy())
    toHost.on('response', async (response) => {
      for (const { calls, released } of pauses) if (calls.test(call)) await released
      const isLost = [...lost].find((calls) => calls.test(call))
      if (isLost) {
        lost.delete(isLost)
        return outgoing.destroy()
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    incoming.pipe(toHost)
  }

  const server = createServer(forward)
  server.on('connection', (socket) => isCut && socket.destroy())
  const { origin, stop } = await listenOnLoopback(server)

  return {
    origin,
    requests,
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    restore() {
      isCut = false
    },
    pauseResponses(calls) {
      let release = () => {}
      const released = new Promise<void>((settle) => {
        release = settle
      })
      const pause = { calls, released }
      pauses.add(pause)
      return () => {
        pauses.delete(pause)
        release()
      }
    },
    loseResponse: (calls) => void lost.add(calls),
    stop,
  }
}
