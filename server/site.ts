import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { etagOf, matches } from './etags'
import { acceptedEncoding, compress, type Encoding, MIN_SIZE } from './middleware/compression'

export type Site = MiddlewareHandler

type Answer = 200 | 404

type File = {
  name: string
  body: Buffer
  type: string
  etag: string
  encoded: Map<Encoding, Promise<Buffer>>
}

const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|javascript|manifest))/
const NOTE = /^note-editor\/[^/]+\/?$/

/**
 * Serves the exported front end under its base path. The export is small and is read once: an address is looked
 * up among its files, and cannot lead out of them.
 */
export function exportedSite(folder: string, basePath: string): Site {
  const files = readExport(folder)
  const index = files.get('index.html')
  const editor = files.get('note-editor/index.html')
  const notFound = files.get('404.html')
  if (!index || !editor || !notFound) {
    throw new SettingError(`There is no front end in ${folder}: run 'npm run build' first.`)
  }
  if (!index.body.includes(`"${basePath}/_next/`)) {
    throw new SettingError(
      `BASE_PATH is '${basePath}', and the front end was built for another: run 'npm run build'.`,
    )
  }

  return async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return c.body(null, 405, { Allow: 'GET, HEAD' })

    c.header('Cache-Control', 'public, no-cache')
    const { pathname, search } = new URL(c.req.url)
    if (pathname === '/' && basePath) return c.redirect(`${basePath}/${search}`, 302)
    if (pathname === basePath) return c.redirect(`${basePath}/${search}`, 308)
    if (!pathname.startsWith(`${basePath}/`)) return answer(c, notFound, 404)

    const path = pathname.slice(basePath.length + 1)
    const name = decoded(path)
    const file = files.get(name) ?? files.get(`${name}index.html`)
    if (file) return answer(c, file, 200)
    if (files.has(`${name}/index.html`)) return c.redirect(`${pathname}/${search}`, 308)
    return NOTE.test(path) ? answer(c, editor, 200) : answer(c, notFound, 404)
  }
}

function readExport(folder: string): Map<string, File> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => {
        const body = readFileSync(join(folder, name))
        const type = getMimeType(name) ?? 'application/octet-stream'
        const etag = etagOf(createHash('sha256').update(body).digest('base64url').slice(0, 22))
        return [name, { name, body, type, etag, encoded: new Map() }]
      }),
  )
}

async function answer(c: Context, file: File, status: Answer) {
  if (file.name.startsWith('_next/static/')) c.header('Cache-Control', 'public, max-age=31536000, immutable')
  c.header('Content-Type', file.type)

  const isCompressible = COMPRESSIBLE.test(file.type) && file.body.length >= MIN_SIZE
  if (isCompressible) c.header('Vary', 'Accept-Encoding', { append: true })
  const encoding = isCompressible ? acceptedEncoding(c) : undefined

  // Other bytes, another tag.
  const etag = encoding ? etagOf(file.etag.slice(1, -1), encoding) : file.etag
  c.header('ETag', etag)
  if (status === 200 && matches(c.req.header('If-None-Match'), etag, 'weakly')) return c.body(null, 304)

  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(new Uint8Array(encoding ? await encodedBody(file, encoding) : file.body), status)
}

/** Compressed once, as well as can be, and kept. */
function encodedBody(file: File, encoding: Encoding): Promise<Buffer> {
  const kept = file.encoded.get(encoding) ?? compress(file.body, encoding, 11)
  file.encoded.set(encoding, kept)
  return kept
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
