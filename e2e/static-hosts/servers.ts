import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type StaticHost, startPlain } from './plain'

export type Server = 'nginx' | 'Caddy' | 'a plain host' | "Python's http.server"

type Site = {
  /** What the host publishes: the export at its base path, and a copy of 404.html. */
  root: string
  basePath: string
  /** The recipes as the build has filled them in. */
  recipes: string
  port: number
}

/** Why a server cannot be started here; undefined where it can. */
export function missing(server: Server): string | undefined {
  const command = {
    nginx: 'nginx',
    Caddy: 'caddy',
    'a plain host': 'node',
    "Python's http.server": 'python3',
  }[server]
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    })
    return undefined
  } catch {
    return `${command} is not installed`
  }
}

export async function startServer(server: Server, site: Site): Promise<StaticHost> {
  const origin = `http://127.0.0.1:${site.port}`
  if (server === 'a plain host') {
    return startPlain({ folder: join(site.root, site.basePath), basePath: site.basePath, port: site.port })
  }
  const child = { nginx: startNginx, Caddy: startCaddy, "Python's http.server": startPython }[server](site)
  const endWithTests = () => child.kill('SIGKILL')
  process.once('exit', endWithTests)
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()))
  await answers(origin, child)
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await exited
      process.off('exit', endWithTests)
    },
  }
}

/** The shipped file, with a free port and the test's folder, in the frame that nginx asks for. */
function startNginx({ root, recipes, port }: Site): ChildProcess {
  const folder = join(root, '..', 'nginx')
  mkdirSync(folder, { recursive: true })
  const recipe = readFileSync(join(recipes, 'nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/www/notas;', `${root};`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; ${userOfRoot()}
    events {} http { include /etc/nginx/mime.types; access_log off; ${paths.join(' ')} ${recipe} }`,
  )
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  return spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { env, stdio: 'inherit' })
}

/** A test that runs as root has its files in folders that only root can read. */
function userOfRoot(): string {
  return process.getuid?.() === 0 ? 'user root;' : ''
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

/** As `python3 -m http.server`, but for the page that says that there is no such page. */
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

async function answers(origin: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline && child.exitCode === null) {
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((resume) => setTimeout(resume, 50))
  }
  throw new Error(`${child.spawnfile} does not answer at ${origin}`)
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
