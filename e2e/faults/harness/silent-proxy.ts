import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SilentProxy = Awaited<ReturnType<typeof createSilentProxy>>

type Tunnel = [toHost: Socket, toDatabase: Socket]

/** TCP proxy between a host and its database, which can go silent as a network does. */
export async function createSilentProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const { hostname, port } = url
  const tunnels = new Set<Tunnel>()
  let isStalled = false

  const server = createServer({ allowHalfOpen: true }, (toHost) => {
    const toDatabase = connect(Number(port), hostname)
    const tunnel: Tunnel = [toHost, toDatabase]
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
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    stall(): void {
      isStalled = true
      tunnels.forEach(pause)
    },
    resume(): void {
      isStalled = false
      for (const socket of [...tunnels].flat()) socket.resume()
    },
    /** Forwards new connections alone: the database has dropped the old ones, and nobody says so. */
    resumeHalfOpen(): void {
      isStalled = false
      for (const [, toDatabase] of tunnels) toDatabase.removeAllListeners('close').destroy()
    },
    async close(): Promise<void> {
      for (const socket of [...tunnels].flat()) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function pause(tunnel: Tunnel): void {
  for (const socket of tunnel) socket.pause()
}
