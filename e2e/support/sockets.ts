import { connect, type Socket } from 'node:net'
import type { Origin } from './api-client'

export type Connection = {
  socket: Socket
  /** Resolves to true when the host has ended it. */
  closed: Promise<boolean>
  /** All bytes received so far, as latin1. */
  received: () => string
}

/** Text of a GET, with the user's token if there is one. */
export function requestOf(path: string, { token }: { token?: string } = {}): string {
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`
}

/** Opens a TCP connection on which the client sends nothing by itself. Never throws. */
export function openSocket({ origin }: Origin): Promise<Connection> {
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
  const received = () => Buffer.concat(parts).toString('latin1')
  return new Promise((settle) => {
    const done = () => settle({ socket, closed, received })
    socket.once('connect', done)
    socket.once('error', done)
  })
}
