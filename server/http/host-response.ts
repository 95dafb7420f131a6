import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { isLoopback } from './site-url'

/** Names and values in turns: Node writes a list of headers faster than an object. */
let common: OutgoingHttpHeader[] = []
/** Index of each name in the list; here names are in lower case. */
const places = new Map<string, number>()

function addHeaders(headers: Record<string, string>): void {
  common = withOwn(headers)
  for (let at = 0; at < common.length; at += 2) places.set(String(common[at]).toLowerCase(), at)
}

addHeaders({
  'Cache-Control': 'no-store, no-transform',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
})

/** Must come before the first response, and holds for all of this process. */
export function addHeadersOf(siteUrl: string): void {
  const url = new URL(siteUrl)
  const isSecure = url.protocol === 'https:'
  if (isSecure) addHeaders({ 'Strict-Transport-Security': 'max-age=31536000' })
  // Over plain http browsers ignore this header and log an error.
  if (isSecure || isLoopback(url)) addHeaders({ 'Cross-Origin-Opener-Policy': 'same-origin' })
}

export function closeAfterResponses(): void {
  addHeaders({ Connection: 'close' })
}

/** Names and values in turns of the headers that every response has, and its own, which win. */
export function withOwn(headers: OutgoingHttpHeaders = {}): OutgoingHttpHeader[] {
  const all = [...common]
  for (const name in headers) {
    const value = headers[name] as OutgoingHttpHeader
    const place = places.get(name.toLowerCase())
    if (place === undefined) all.push(name, value)
    else all[place + 1] = value
  }
  return all
}

export class HostResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
  override writeHead(status: number, headers?: unknown): this {
    return super.writeHead(status, withOwn(headers as OutgoingHttpHeaders))
  }
}
