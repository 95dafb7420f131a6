import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { isInstalled, type ServerProcess, waitUntilReachable } from '../support/servers/process'
import { missingProgram, startRecipe, type WebServer } from '../support/servers/recipe'
import { startStaticHost } from '../support/servers/static-host'

export type Server = WebServer | 'a plain host' | "Python's http.server"

const RECIPES: Record<WebServer, { file: string; root: string }> = {
  nginx: { file: 'nginx.conf', root: 'root ' },
  Caddy: { file: 'Caddyfile', root: 'root * ' },
}

export type StartedServer = ServerProcess & { httpOrigin?: string }

type Site = {
  /** Published folder: the export at its base path, and a copy of 404.html. */
  root: string
  basePath: string
  /** Folder of the recipes that the build has filled in. */
  recipes: string
  port: number
  /** Port on which hosts with a recipe redirect to TLS. */
  httpPort: number
}

/** Whether nginx or Caddy serves the export, with TLS, rewrites and headers. */
export function hasRecipe(server: Server): server is WebServer {
  return server in RECIPES
}

/** Reason why a server cannot start on this machine, if any. */
export function missing(server: Server): string | undefined {
  if (hasRecipe(server)) return missingProgram(server)
  return server === 'a plain host' || isInstalled('python3') ? undefined : 'python3 is not installed'
}

export async function startServer(server: Server, site: Site): Promise<StartedServer> {
  if (hasRecipe(server)) {
    const { file, root } = RECIPES[server]
    return startRecipe(server, {
      recipe: join(site.recipes, file),
      folder: join(site.root, '..', server),
      edits: [[`${root}/var/www/notas`, `${root}${site.root}`]],
      ports: { http: site.httpPort, https: site.port },
    })
  }
  if (server === 'a plain host') {
    return startStaticHost({
      folder: join(site.root, site.basePath),
      basePath: site.basePath,
      port: site.port,
    })
  }
  return waitUntilReachable(startPython(site), `http://127.0.0.1:${site.port}`)
}

/** Starts `python3 -m http.server` with a 404 page. */
function startPython({ root, port }: Site): ChildProcess {
  const program = `
import functools, http.server
class Handler(http.server.SimpleHTTPRequestHandler):
    def send_error(self, code, message=None, explain=None):
        if code != 404:
            return super().send_error(code, message, explain)
        body = open('404.html', 'rb').read()
        self.send_response(404)
        self.send_header('Content-Type', 'text/html; charset=utf-8')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
http.server.ThreadingHTTPServer(('127.0.0.1', ${port}), Handler).serve_forever()
`
  return spawn('python3', ['-c', program], { cwd: root, stdio: 'ignore' })
}
