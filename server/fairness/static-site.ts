import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { NOT_KEPT } from '@/lib/domain/share-refusals'
import { acceptedEncoding, type Bytes, compressedOnce, MIN_BYTES } from '../http/compression'
import { etagOf, matches } from '../http/etag'
import { respond } from '../http/respond'
import { LARGE_BYTES } from '../pace/sizes'
import { readFolder } from '../site/folder'
import { buildOf, moveSite } from '../site/site'
import type { TakeTurn } from './large-responses'

export type StaticSite = (c: Context, takeTurn: TakeTurn) => Promise<Response>

type File = ReturnType<typeof fileOf>

const CSP = "base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|javascript|manifest))/
const NO_CACHE = 'public, no-cache'
const FOREVER = 'public, max-age=31536000, immutable'
const NOTE = /^note-editor\/[^/]+\/?$/

/** Serves the exported front end from memory: paths are looked up by name and cannot lead out of the folder. */
export function serveStaticSite(folder: string, basePath: string): StaticSite {
  const files = readSite(folder, basePath)
  const newNote = `${basePath}/create-note/`
  const index = files.get('index.html')
  const editor = files.get('note-editor/index.html')
  const notFound = files.get('404.html')
  if (!index || !editor || !notFound) {
    throw new SettingError(`There is no front end in ${folder}: run 'npm run build' first.`)
  }

  return async (c, takeTurn) => {
    const serve = (file: File, status: 200 | 404) => send(c, takeTurn, file, status)
    const { pathname, search } = new URL(c.req.url)
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      // A text that another application shares, where no service worker receives it.
      if (c.req.method === 'POST' && pathname === newNote) return redirect(303, `${newNote}${NOT_KEPT}`)
      c.set('reason', 'method')
      return respond(405, null, { Allow: 'GET, HEAD' })
    }

    if (pathname === '/' && basePath) return redirect(302, `${basePath}/${search}`)
    if (pathname === basePath) return redirect(308, `${basePath}/${search}`)
    if (!pathname.startsWith(`${basePath}/`)) return serve(notFound, 404)

    const path = pathname.slice(basePath.length + 1)
    const name = decoded(path)
    const file = files.get(name) ?? files.get(`${name}index.html`)
    if (file) return serve(file, 200)
    if (files.has(`${name}/index.html`)) return redirect(308, `${pathname}/${search}`)
    return NOTE.test(path) ? serve(editor, 200) : serve(notFound, 404)
  }
}

function readSite(folder: string, basePath: string): Map<string, File> {
  const built = readFolder(folder)
  const build = buildOf(built)
  if (!build) return new Map()
  const { apiHost } = build
  const site = build.basePath === basePath ? built : moveSite(built, { basePath, apiHost })
  return new Map([...site].map(([name, body]) => [name, fileOf(name, body)]))
}

function fileOf(name: string, body: Bytes) {
  const type = getMimeType(name) ?? 'application/octet-stream'
  const etag = etagOf(createHash('sha256').update(body).digest('base64url').slice(0, 22))
  return { name, size: body.length, type, etag, bytes: compressedOnce(body) }
}

function redirect(status: 302 | 303 | 308, location: string): Response {
  return respond(status, null, { Location: location, 'Cache-Control': NO_CACHE })
}

async function send(c: Context, takeTurn: TakeTurn, file: File, status: 200 | 404): Promise<Response> {
  if (status === 404) c.set('reason', 'not-found')
  const isCompressible = COMPRESSIBLE.test(file.type) && file.size >= MIN_BYTES
  const encoding = isCompressible ? acceptedEncoding(c) : undefined
  // A strong ETag names the bytes, so it differs by encoding.
  const etag = encoding ? etagOf(file.etag.slice(1, -1), encoding) : file.etag
  const headers = {
    'Content-Type': file.type,
    'Content-Security-Policy': CSP,
    'Cache-Control': file.name.startsWith('_next/static/') ? FOREVER : NO_CACHE,
    ETag: etag,
    ...(isCompressible && { Vary: 'Accept-Encoding' }),
  }
  if (status === 200 && matches(c.req.header('If-None-Match'), etag)) return respond(304, null, headers)
  const all = encoding ? { ...headers, 'Content-Encoding': encoding } : headers
  if (c.req.method === 'HEAD') return respond(status, null, all)
  const body = await file.bytes(encoding)
  if (body.length > LARGE_BYTES) await takeTurn(c)
  return respond(status, body, all)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
