import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { Client } from 'pg'

const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)

/** The end of the connection, and a query of comments alone, with which pg_restore ends. */
const MAY_FOLLOW = /^(X[\s\S]{4}|Q[\s\S]{4}(\s*--[^\n\0]*\n)*\s*\0)$/

const HEADER_BYTES = 5

const ASK_PASSWORD = message('R', Buffer.of(0, 0, 0, 3))

type Connection = {
  stream: Socket
  on: (
    name: 'parameterStatus',
    listener: (status: { parameterName: string; parameterValue: string }) => void,
  ) => void
}

/** Serves one client of PostgreSQL on loopback, with a password of its own. Nothing after its first transaction reaches the server. */
export async function serveOneTransaction(url: string) {
  const client = new Client(url)
  client.on('error', () => {}) // the other side's connection ends with it
  const { connection } = client as unknown as { connection: Connection }
  const welcome = [message('R', Buffer.alloc(4))]
  connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    welcome.push(message('S', Buffer.from(`${parameterName}\0${parameterValue}\0`)))
  })
  await client.connect()
  const { stream } = connection
  stream.removeAllListeners('data')
  const password = randomBytes(32).toString('hex')
  let [hasBegun, hasEnded, hasGoneOn] = [false, false, false]

  const server = createServer((socket) => {
    socket.unref().on('error', () => {})
    socket.once('data', () => {
      socket.write(ASK_PASSWORD)
      socket.once('data', (sent) => {
        if (server.listening && sent.equals(message('p', Buffer.from(`${password}\0`)))) serve(socket)
        else socket.destroy()
      })
    })
  })

  function serve(socket: Socket): void {
    server.close()
    socket.once('close', () => stream.destroy())
    stream.once('close', () => socket.destroy())
    const watched = watchStatus((status) => {
      hasEnded = hasBegun && status === IDLE
      hasBegun ||= status !== IDLE
    })
    socket.write(Buffer.concat([...welcome, message('Z', Buffer.of(IDLE))]))
    stream.pipe(watched).pipe(socket)
    socket.on('data', (sent) => {
      if (hasEnded && !MAY_FOLLOW.test(sent.toString('latin1'))) {
        hasGoneOn = true
        socket.destroy()
      } else if (!stream.write(sent)) pauseUntilDrained(socket, stream)
    })
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    address: `host=127.0.0.1 port=${port} sslmode=disable gssencmode=disable`,
    password,
    hasGoneOn: () => hasGoneOn,
    close() {
      server.close()
      stream.destroy()
    },
  }
}

function pauseUntilDrained(socket: Socket, stream: Socket): void {
  socket.pause()
  stream.once('drain', () => socket.resume())
}

function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(type)
  header.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

/** Passes the server's messages on, and first tells each status of the transaction. */
function watchStatus(tell: (status: number | undefined) => void): Transform {
  let header = Buffer.alloc(0)
  let bodyLeft = 0

  function take(chunk: Buffer): number {
    if (header.length === HEADER_BYTES) {
      if (header[0] === READY) tell(chunk[0])
      const taken = Math.min(bodyLeft, chunk.length)
      bodyLeft -= taken
      return taken
    }
    const part = chunk.subarray(0, HEADER_BYTES - header.length)
    header = Buffer.concat([header, part])
    if (header.length === HEADER_BYTES) bodyLeft = header.readUInt32BE(1) - 4
    return part.length
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; ) {
        at += take(chunk.subarray(at))
        if (header.length === HEADER_BYTES && bodyLeft === 0) header = Buffer.alloc(0)
      }
      done(null, chunk)
    },
  })
}
