import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listenOnLoopback } from '../servers/process'

/** The network between a test's tabs and the host. Drivers without interception need it outside of the browser. */
export type Network = {
  /** The host's address by this way. It is the test's own, and so is everything that browsers store under it. */
  origin: string
  /** Breaks connections off, and every new one, until `restore`. */
  cut: () => void
  restore: () => void
  /** Holds the host's answers to these calls ('PUT /api/notes/…') until the returned function is called. */
  pauseResponses: (calls: RegExp) => () => void
  stop: () => Promise<void>
}

type Hold = { calls: RegExp; released: Promise<void> }

export async function createNetwork(hostOrigin: string): Promise<Network> {
  const holds = new Set<Hold>()
  let isCut = false

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const call = `${asked.method} ${asked.url}`
    const toHost = request(new URL(asked.url ?? '/', hostOrigin), {
      method: asked.method,
      headers: asked.headers,
    })
    toHost.on('error', () => answer.destroy())
    toHost.on('response', async (answered) => {
      for (const { calls, released } of holds) if (calls.test(call)) await released
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    asked.pipe(toHost)
  }

  const server = createServer(pass)
  server.on('connection', (socket) => isCut && socket.destroy())
  const { origin, stop } = await listenOnLoopback(server)

  return {
    origin,
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
      const hold = { calls, released }
      holds.add(hold)
      return () => {
        holds.delete(hold)
        release()
      }
    },
    stop,
  }
}
