import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a host and its database, as a network does. */
export type SilentProxy = {
  /** The address of the database, by this way. */
  url: string
  /** Passes nothing on any more, and says nothing of it. */
  silence: () => void
  /** Passes on again; where it forgets, only what connects from now on, and the others never hear of it. */
  speak: (how: { forgets: boolean }) => void
  close: () => Promise<void>
}

type Way = { near: Socket; far: Socket }

export async function createSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const ways = new Set<Way>()
  let isSilent = false

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(Number(port), hostname)
    const way = { near, far }
    ways.add(way)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => to.write(data))
      from.on('close', () => ways.has(way) && to.destroy())
      from.on('error', () => {})
    }
    if (isSilent) hold(way)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)

  function hold({ near, far }: Way): void {
    near.pause()
    far.pause()
  }

  return {
    url: url.href,
    silence() {
      isSilent = true
      ways.forEach(hold)
    },
    speak({ forgets }) {
      isSilent = false
      for (const way of ways) {
        if (forgets) forget(way)
        else for (const socket of [way.near, way.far]) socket.resume()
      }
    },
    async close() {
      for (const { near, far } of ways) for (const socket of [near, far]) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }

  /** The database's end is gone; the host's stays, and hears nothing. */
  function forget(way: Way): void {
    way.far.removeAllListeners('close')
    way.far.destroy()
  }
}
