import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { Origin } from './api-client'

export type Connection = {
  socket: Socket
  /** Resolves to true when the host has ended it. */
  closed: Promise<boolean>
  received: () => string
}

type RequestOptions = { method?: string; token?: string; headers?: string[]; body?: string }

/** Text of a request, by default a GET. The body is JSON. */
export function requestOf(
  path: string,
  { method = 'GET', token, headers = [], body }: RequestOptions = {},
): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers]
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`)
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Opens a connection, with TLS where the origin has it, on which the client sends nothing by itself. Never throws. */
export function openSocket({ origin, ca }: Origin & { ca?: string }): Promise<Connection> {
  const { hostname, port, protocol } = new URL(origin)
  const isSecure = protocol === 'https:'
  const options = { port: Number(port), host: hostname, allowHalfOpen: true }
  const socket = isSecure ? connectSecurely({ ...options, ca }) : connect(options)
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
    socket.once(isSecure ? 'secureConnect' : 'connect', done)
    socket.once('error', done)
  })
}
