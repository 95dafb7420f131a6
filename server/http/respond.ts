import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { LARGE_BYTES } from '../pace/sizes'
import { yieldToOthers } from '../pace/yield-to-others'
import { acceptedEncoding, compress, MIN_BYTES } from './compression'
import { isLoopback } from './site-url'

type Headers = Record<string, string>

export const HEADERS: Headers = {
  'Cache-Control': 'no-store, no-transform',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' }

/** Over plain http browsers ignore this header and log an error. */
const OPENER_POLICY = { 'Cross-Origin-Opener-Policy': 'same-origin' }

/** Must come before the first response, and holds for all of this process. */
export function addHeadersOf(siteUrl: string): void {
  const url = new URL(siteUrl)
  const isSecure = url.protocol === 'https:'
  Object.assign(HEADERS, isSecure && HSTS, (isSecure || isLoopback(url)) && OPENER_POLICY)
}

/** Every response from now on is the last one of its connection. */
export function closeConnections(): void {
  HEADERS.Connection = 'close'
}

/** Passes the headers as a plain object, which @hono/node-server writes without building a Headers object. */
export function respond(
  status: StatusCode,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  headers?: Headers,
) {
  return new Response(body, { status, headers: withHeaders(headers) })
}

/** Undefined for another origin or plain http to another machine, where the browser's console would show an error. */
export function clearingCache(c: Context): Headers | undefined {
  return c.req.header('Sec-Fetch-Site') === 'same-origin' ? { 'Clear-Site-Data': '"cache"' } : undefined
}

export async function respondJson<Value, Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  value: Value,
  ...headers: (Headers | undefined)[]
): Promise<Response & TypedResponse<Value, Status, 'json'>> {
  const json = JSON.stringify(value)
  if (json.length > LARGE_BYTES) await yieldToOthers()
  const encoding = json.length < MIN_BYTES ? undefined : acceptedEncoding(c)
  const body = encoding ? await compress(Buffer.from(json), encoding, 4) : json
  const all = withHeaders(JSON_TYPE, ...headers)
  if (encoding) all['Content-Encoding'] = encoding
  return new Response(body, { status, headers: all }) as Response & TypedResponse<Value, Status, 'json'>
}

/** Without a prototype: V8 takes a microsecond for each field that is added to a copy of `HEADERS`. */
function withHeaders(...others: (Headers | undefined)[]): Headers {
  return Object.assign(Object.create(null), HEADERS, ...others)
}
