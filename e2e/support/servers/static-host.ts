import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { listenOnLoopback, type ServerProcess } from './process'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

type Options = {
  folder: string
  basePath: string
  /** API to forward calls to, for an export that calls its own origin. */
  apiOrigin?: string
  /** Calls that the API knows ('GET /api/notes'); all by default. */
  knownCalls?: RegExp
  port?: number
  /** Delay of each file, in milliseconds. */
  delay?: number
  isCompressed?: boolean
  /** `Cache-Control` of every file, and of the 404 page. */
  cacheControl?: string
  /** Whether any other path has the first page, with status 200. */
  isFallback?: boolean
  onRequest?: (path: string, headers: IncomingHttpHeaders) => void
}

/** Starts a minimal static host: files, and by default 404.html with status 404 for any other path. */
export async function startStaticHost(options: Options): Promise<ServerProcess> {
  const { folder, basePath, apiOrigin, knownCalls = /./, port, delay = 0 } = options
  const { isCompressed, cacheControl, isFallback = false, onRequest } = options
  const server = createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://host')
    onRequest?.(pathname, incoming.headers)
    if (apiOrigin && pathname.startsWith('/api/')) {
      const { method, headers } = incoming
      if (!knownCalls.test(`${method} ${pathname}`)) {
        outgoing.writeHead(404, { 'Content-Type': TYPES['.html'] }).end(`Cannot ${method} ${pathname}`)
        return
      }
      const toApi = request(new URL(incoming.url ?? '/', apiOrigin), { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers).flushHeaders()
        // Breaks off where the API does.
        pipeline(response, outgoing, () => {})
      })
      toApi.on('error', () => outgoing.destroy())
      incoming.pipe(toApi)
      return
    }
    await setTimeout(delay, undefined, { ref: false })
    const file = pathname.startsWith(`${basePath}/`)
      ? fileAt(folder, pathname.slice(basePath.length))
      : undefined
    const path = file ?? join(folder, isFallback ? 'index.html' : '404.html')
    outgoing.writeHead(file || isFallback ? 200 : 404, {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      ...(isCompressed && { 'Content-Encoding': 'br' }),
      ...(cacheControl && { 'Cache-Control': cacheControl }),
    })
    outgoing.end(isCompressed ? compressed(path) : readFileSync(path))
  })
  return listenOnLoopback(server, port)
}

function fileAt(root: string, path: string): string | undefined {
  const plain = join(root, normalize(decodeURI(path)))
  return [plain, join(plain, 'index.html')].find((file) => existsSync(file) && statSync(file).isFile())
}

const compressedFiles = new Map<string, Buffer>()

function compressed(path: string): Buffer {
  const file = compressedFiles.get(path) ?? brotliCompressSync(readFileSync(path))
  compressedFiles.set(path, file)
  return file
}
