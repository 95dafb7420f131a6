import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

export type Encoding = 'br' | 'gzip'
export type Bytes = Uint8Array<ArrayBuffer>

export const MIN_BYTES = 1024

const WINDOW_BITS = 19

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export function acceptedEncoding(c: Context): Encoding | undefined {
  const header = 'Accept-Encoding'
  return (['br', 'gzip'] as const).find((encoding) =>
    accepts(c, { header, supports: [encoding], default: '' }),
  )
}

export async function compress(body: Uint8Array, encoding: Encoding, brotliQuality: number): Promise<Bytes> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  return new Uint8Array(encoding === 'gzip' ? await zip(body) : await brotli(body, { params }))
}

export function compressedOnce(body: Bytes): (encoding: Encoding | undefined) => Promise<Bytes> | Bytes {
  const encoded = new Map<Encoding | undefined, Promise<Bytes>>()
  return (encoding) => {
    if (!encoding) return body
    const bytes = encoded.get(encoding) ?? compress(body, encoding, 11)
    encoded.set(encoding, bytes)
    return bytes
  }
}

/** Destroying either stream destroys the other. A failure of `body` is an error of the returned stream. */
export function compressStream(body: Readable, encoding: Encoding, quality: number): Readable {
  const compressor =
    encoding === 'gzip'
      ? createGzip({ level: quality })
      : createBrotliCompress({
          params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
        })
  return pipeline(body, compressor, () => {})
}
