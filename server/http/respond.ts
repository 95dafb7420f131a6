import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { acceptedEncoding, compress, MIN_SIZE } from './compression'

type Headers = Record<string, string>

/** What keeps a browser on the safe side, whatever it gets. Whoever puts TLS in front decides on HSTS. */
const HEADERS: Headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}
const JSON_HEADERS: Headers = { ...HEADERS, 'Content-Type': 'application/json' }

/** Its headers are a plain object, which is written as it is; those that are given come over the usual ones. */
export function answer(status: StatusCode, body: string | Uint8Array<ArrayBuffer> | null, headers?: Headers) {
  return new Response(body, { status, headers: { ...HEADERS, ...headers } })
}

/** An answer in JSON, compressed where that is worth it. A strong ETag among the headers stays strong. */
export async function respondJson<Value, Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  value: Value,
  headers?: Headers,
): Promise<Response & TypedResponse<Value, Status, 'json'>> {
  const json = JSON.stringify(value)
  const encoding = json.length < MIN_SIZE ? undefined : acceptedEncoding(c)
  const body = encoding ? await compress(Buffer.from(json), encoding, 4) : json
  const all = Object.assign({ ...JSON_HEADERS }, headers)
  if (encoding) all['Content-Encoding'] = encoding
  return new Response(body, { status, headers: all }) as Response & TypedResponse<Value, Status, 'json'>
}
