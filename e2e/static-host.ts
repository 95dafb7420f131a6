import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, resolve } from 'node:path'
import { BASE } from './fixtures'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

export type StaticHost = { origin: string; stop: () => Promise<void> }

/**
 * A static host as plain as they come: the files of the export at the base path, and 404.html with status 404 for
 * anything else. The API is passed on to its host.
 */
export async function startStaticHost(apiOrigin: string, folder = 'out'): Promise<StaticHost> {
  const root = resolve(folder)
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', apiOrigin)
    if (pathname.startsWith('/api/')) {
      const { method, headers } = incoming
      const onward = request(new URL(incoming.url ?? '/', apiOrigin), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      incoming.pipe(onward)
      return
    }
    const file = pathname.startsWith(`${BASE}/`) ? fileAt(root, pathname.slice(BASE.length)) : undefined
    const path = file ?? join(root, '404.html')
    outgoing.writeHead(file ? 200 : 404, {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    })
    outgoing.end(readFileSync(path))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function fileAt(root: string, path: string): string | undefined {
  const plain = join(root, normalize(decodeURI(path)))
  return [plain, join(plain, 'index.html')].find((file) => existsSync(file) && statSync(file).isFile())
}
