import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnNginx } from '../support/servers/nginx'
import { isInstalled, type ServerProcess, waitUntilReachable } from '../support/servers/process'
import { startStaticHost } from '../support/servers/static-host'

export type Server = 'nginx' | 'Caddy' | 'a plain host' | "Python's http.server"

type Site = {
  /** Published folder: the export at its base path, and a copy of 404.html. */
  root: string
  basePath: string
  /** Folder of the recipes that the build has filled in. */
  recipes: string
  port: number
}

/** Reason why a server cannot start on this machine, if any. */
export function missing(server: Server): string | undefined {
  const program = {
    nginx: 'nginx',
    Caddy: 'caddy',
    'a plain host': 'node',
    "Python's http.server": 'python3',
  }[server]
  return isInstalled(program) ? undefined : `${program} is not installed`
}

export async function startServer(server: Server, site: Site): Promise<ServerProcess> {
  const origin = `http://127.0.0.1:${site.port}`
  if (server === 'a plain host') {
    return startStaticHost({
      folder: join(site.root, site.basePath),
      basePath: site.basePath,
      port: site.port,
    })
  }
  const child = { nginx: startNginx, Caddy: startCaddy, "Python's http.server": startPython }[server](site)
  return waitUntilReachable(child, origin)
}

/** Starts nginx with the shipped recipe, except for port and folder. */
function startNginx({ root, recipes, port }: Site): ChildProcess {
  const recipe = readFileSync(join(recipes, 'nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/www/notas;', `${root};`)
  return spawnNginx(join(root, '..', 'nginx'), recipe)
}

function startCaddy({ root, recipes, port }: Site): ChildProcess {
  const folder = join(root, '..', 'caddy')
  mkdirSync(folder, { recursive: true })
  const recipe = readFileSync(join(recipes, 'Caddyfile'), 'utf8')
    .replace(/^:80 /m, `http://127.0.0.1:${port} `)
    .replace('/var/www/notas\n', `${root}\n`)
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${recipe}`)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], { env, stdio: 'ignore' })
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
