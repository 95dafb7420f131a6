import { connect, type Socket } from 'node:net'

export type Connection = {
  socket: Socket
  /** Settles, true, when the host has ended it. */
  closed: Promise<boolean>
  answer: () => string
}

/** A connection on which nothing is said that is not written to it; it never throws. */
export function open({ origin }: { origin: string }): Promise<Connection> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.on('error', () => {})
  const closed = new Promise<boolean>((settle) => {
    socket.once('close', () => settle(true))
    socket.once('end', () => {
      socket.end()
      settle(true)
    })
  })
  const answer = () => Buffer.concat(parts).toString('latin1')
  return new Promise((settle) => {
    const done = () => settle({ socket, closed, answer })
    socket.once('connect', done)
    socket.once('error', done)
  })
}
