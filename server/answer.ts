import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { acceptedEncoding, compress, MIN_SIZE } from './compression'

type Headers = Record<string, string>

/** What keeps a browser on the safe side, whatever it gets. Whoever puts TLS in front decides on HSTS. */
const SAFE_HEADERS: Headers = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

const HEADERS: Headers = { ...SAFE_HEADERS, 'Cache-Control': 'no-store' }
const JSON_HEADERS: Headers = { ...HEADERS, 'Content-Type': 'application/json', Vary: 'Accept-Encoding' }

/** Its headers are a plain object, which is written as it is; those that are given come over the usual ones. */
export function answer(status: StatusCode, body: string | Uint8Array<ArrayBuffer> | null, headers?: Headers) {
  return new Response(body, { status, headers: { ...HEADERS, ...headers } })
}

/** An answer in JSON, compressed where that is worth it. A strong ETag among the headers stays strong. */
export async function answerJson<Value, Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  value: Value,
  headers?: Headers,
): Promise<Response & TypedResponse<Value, Status, 'json'>> {
  const json = JSON.stringify(value)
  const encoding = json.length < MIN_SIZE ? undefined : acceptedEncoding(c)
  const body = encoding ? await compress(Buffer.from(json), encoding, 4) : json
  const response = new Response(body, { status, headers: { ...JSON_HEADERS, ...headers } })
  if (encoding) response.headers.set('Content-Encoding', encoding)
  return response as Response & TypedResponse<Value, Status, 'json'>
}
