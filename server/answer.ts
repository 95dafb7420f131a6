import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { acceptedEncoding, compress, MIN_SIZE } from './compression'

type Headers = Record<string, string>

/** What keeps a browser on the safe side, whatever it gets. Whoever puts TLS in front decides on HSTS. */
export const SAFE_HEADERS: Headers = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** An answer of the API. Its headers are a plain object, which is written as it is. */
export function answer(
  status: StatusCode,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Headers = {},
) {
  return new Response(body, { status, headers: { ...SAFE_HEADERS, 'Cache-Control': 'no-store', ...headers } })
}

/** An answer in JSON, compressed where that is worth it. A strong ETag among the headers stays strong. */
export async function answerJson<Value, Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  value: Value,
  headers: Headers = {},
): Promise<Response & TypedResponse<Value, Status, 'json'>> {
  const json = JSON.stringify(value)
  const encoding = json.length < MIN_SIZE ? undefined : acceptedEncoding(c)
  const response = answer(status, encoding ? await compress(Buffer.from(json), encoding, 4) : json, {
    ...JSON_HEADERS,
    ...(encoding && { 'Content-Encoding': encoding }),
    ...headers,
  })
  return response as Response & TypedResponse<Value, Status, 'json'>
}

export const JSON_HEADERS = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' }
