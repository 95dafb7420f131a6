import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { ServerProcess } from '../../e2e/support/servers/process'

const BITS_PER_SECOND = 1_600_000
const ROUND_TRIP_MS = 150

const PACKET_BYTES = 1460
const PACKET_MS = (PACKET_BYTES * 8 * 1000) / BITS_PER_SECOND
/** Bytes that the server may have sent and the browser not received, for each connection, like a TCP window. */
const WINDOW_BYTES = 64 * 1024

type Connection = { browser: Socket; server: Socket; packets: Buffer[]; queuedBytes: number }

/** Starts a proxy that is as slow as a phone's network. Its connections take turns, packet by packet. */
export async function startSlowLine(origin: string): Promise<ServerProcess> {
  const { hostname, port } = new URL(origin)
  const connections = new Set<Connection>()

  const proxy = createServer(async (browser) => {
    const server = connect(Number(port), hostname)
    const connection: Connection = { browser, server, packets: [], queuedBytes: 0 }
    connections.add(connection)
    server.on('data', (data) => queue(connection, data))
    server.on('error', () => browser.destroy())
    // An idle connection that the server has closed must not be used again.
    server.on('close', async () => {
      while (connections.has(connection) && connection.packets.length > 0) await setTimeout(ROUND_TRIP_MS)
      // The last packet is still on its way.
      await setTimeout(ROUND_TRIP_MS / 2)
      browser.end()
    })
    browser.on('error', () => server.destroy())
    browser.on('close', () => {
      connections.delete(connection)
      server.destroy()
    })
    await setTimeout(ROUND_TRIP_MS) // the handshake
    browser.on('data', async (data) => {
      await setTimeout(ROUND_TRIP_MS / 2)
      server.write(data)
    })
  })

  let sentUntil = performance.now()
  const sending = setInterval(() => {
    // An idle line saves nothing up.
    sentUntil = Math.max(sentUntil, performance.now() - 20)
    while (sentUntil < performance.now() && sendPacket(connections)) sentUntil += PACKET_MS
  }, 1)

  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async stop() {
      clearInterval(sending)
      for (const { browser } of connections) browser.destroy()
      await new Promise((closed) => proxy.close(closed))
    },
  }
}

function queue(connection: Connection, data: Buffer): void {
  for (let at = 0; at < data.length; at += PACKET_BYTES)
    connection.packets.push(data.subarray(at, at + PACKET_BYTES))
  connection.queuedBytes += data.length
  if (connection.queuedBytes > WINDOW_BYTES) connection.server.pause()
}

/** Sends one packet of the connection that has waited longest; false if there is none. */
function sendPacket(connections: Set<Connection>): boolean {
  for (const connection of connections) {
    const packet = connection.packets.shift()
    if (!packet) continue
    connection.queuedBytes -= packet.length
    if (connection.queuedBytes < WINDOW_BYTES) connection.server.resume()
    connections.delete(connection)
    connections.add(connection)
    setTimeout(ROUND_TRIP_MS / 2).then(() => connection.browser.write(packet))
    return true
  }
  return false
}
