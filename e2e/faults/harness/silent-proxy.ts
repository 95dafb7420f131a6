import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** TCP proxy between a host and its database, which can go silent as a network does. */
export type SilentProxy = {
  url: string
  stall: () => void
  /** If `isHalfOpen`, forwards new connections alone: the database has dropped the old ones, and nobody says so. */
  resume: (options: { isHalfOpen: boolean }) => void
  close: () => Promise<void>
}

type Tunnel = { toHost: Socket; toDatabase: Socket }

export async function createSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const tunnels = new Set<Tunnel>()
  let isStalled = false

  const server = createServer({ allowHalfOpen: true }, (toHost) => {
    const toDatabase = connect(Number(port), hostname)
    const tunnel = { toHost, toDatabase }
    tunnels.add(tunnel)
    for (const [from, to] of [
      [toHost, toDatabase],
      [toDatabase, toHost],
    ] as const) {
      from.on('data', (data) => to.write(data))
      from.on('close', () => tunnels.has(tunnel) && to.destroy())
      from.on('error', () => {})
    }
    if (isStalled) pause(tunnel)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    stall() {
      isStalled = true
      tunnels.forEach(pause)
    },
    resume({ isHalfOpen }) {
      isStalled = false
      for (const { toHost, toDatabase } of tunnels) {
        if (isHalfOpen) {
          toDatabase.removeAllListeners('close')
          toDatabase.destroy()
        } else for (const socket of [toHost, toDatabase]) socket.resume()
      }
    },
    async close() {
      for (const { toHost, toDatabase } of tunnels)
        for (const socket of [toHost, toDatabase]) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function pause({ toHost, toDatabase }: Tunnel): void {
  toHost.pause()
  toDatabase.pause()
}
