import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { LARGE_BYTES } from '../pace/sizes'
import { yieldToOthers } from '../pace/yield-to-others'
import { acceptedEncoding, compress, MIN_BYTES } from './compression'

type Headers = Record<string, string>

/** Takes plain headers, which @hono/node-server passes on without a Headers object. */
export function respond(
  status: StatusCode,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  headers: Headers = {},
) {
  return new Response(body, { status, headers })
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
  const all: Headers = Object.assign({ 'Content-Type': 'application/json' }, ...headers)
  if (encoding) all['Content-Encoding'] = encoding
  return new Response(body, { status, headers: all }) as Response & TypedResponse<Value, Status, 'json'>
}
