import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { createMiddleware } from 'hono/factory'

export type Encoding = 'br' | 'gzip'

/** Below it, compressing costs more than it saves, in bytes. */
export const MIN_SIZE = 1024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses the JSON of the API. Unlike Hono's own it leaves a strong ETag strong: `If-Match` needs it. */
export function compression() {
  return createMiddleware(async (c, next) => {
    await next()
    const isJson = c.res.headers.get('Content-Type')?.startsWith('application/json')
    if (isJson || c.res.status === 304) c.header('Vary', 'Accept-Encoding', { append: true })
    const encoding = acceptedEncoding(c)
    if (!isJson || !encoding) return

    const body = Buffer.from(await c.res.arrayBuffer())
    const isWorthIt = body.length >= MIN_SIZE
    const headers = new Headers(c.res.headers)
    if (isWorthIt) headers.set('Content-Encoding', encoding)
    const { status } = c.res
    c.res = undefined
    c.res = new Response(isWorthIt ? new Uint8Array(await compress(body, encoding, 4)) : body, {
      status,
      headers,
    })
  })
}

/** The best of the encodings that whoever asks can read. */
export function acceptedEncoding(c: Context): Encoding | undefined {
  const header = 'Accept-Encoding'
  return (['br', 'gzip'] as const).find((encoding) =>
    accepts(c, { header, supports: [encoding], default: '' }),
  )
}

export function compress(body: Buffer, encoding: Encoding, brotliQuality: number): Promise<Buffer> {
  return encoding === 'gzip'
    ? zip(body)
    : brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
}
