import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnNginx } from './nginx'
import { freePort, isInstalled, type ServerProcess, waitUntilReachable } from './process'

export type WebServer = 'nginx' | 'Caddy'

export type RecipeServer = ServerProcess & {
  /** Origin without TLS, which redirects. */
  httpOrigin: string
  /** Certificate of the server, in PEM. */
  ca: string
}

type Options = {
  recipe: string
  folder: string
  /** Texts of the recipe and their replacements, other than domain, certificate and ports. */
  edits: [text: string, replacement: string][]
  ports?: { http: number; https: number }
}

type Tls = { certificate: string; key: string; http: number; https: number }

export function missingProgram(server: WebServer): string | undefined {
  const program = [server.toLowerCase(), 'openssl'].find((one) => !isInstalled(one))
  return program && `${program} is not installed`
}

/** Starts nginx or Caddy with a recipe for 127.0.0.1, a certificate of its own and free ports. */
export async function startRecipe(server: WebServer, options: Options): Promise<RecipeServer> {
  const { recipe, folder, edits } = options
  mkdirSync(folder, { recursive: true })
  const ports = options.ports ?? { http: await freePort(), https: await freePort() }
  const tls = { ...createCertificate(folder), ...ports }
  const child = { nginx: startNginx, Caddy: startCaddy }[server](
    edited(readFileSync(recipe, 'utf8'), edits),
    folder,
    tls,
  )

  const ca = readFileSync(tls.certificate, 'utf8')
  const running = await waitUntilReachable(child, `https://127.0.0.1:${ports.https}`, ca)
  return { ...running, httpOrigin: `http://127.0.0.1:${ports.http}`, ca }
}

/** Makes a self-signed certificate for 127.0.0.1; Node can only read them. */
function createCertificate(folder: string) {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const files = ['-keyout', key, '-out', certificate]
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, ...files], { stdio: 'pipe' })
  return { certificate, key }
}

function startNginx(recipe: string, folder: string, { certificate, key, http, https }: Tls): ChildProcess {
  const servers = edited(recipe, [
    ['/etc/letsencrypt/live/notas.example.com/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/notas.example.com/privkey.pem', key],
    ['notas.example.com;', '127.0.0.1;'],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ', `listen 127.0.0.1:${https} `],
    // Machines without IPv6 run the tests too.
    ['listen [::]:80;', ''],
    ['listen [::]:443 ssl http2;', ''],
  ])
  return spawnNginx(folder, servers)
}

function startCaddy(recipe: string, folder: string, { certificate, key, http, https }: Tls): ChildProcess {
  const file = join(folder, 'Caddyfile')
  const site = `127.0.0.1 {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`
  const options = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
  writeFileSync(file, options + edited(recipe, [['\nnotas.example.com {\n', `\n${site}`]]))
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return spawn('caddy', ['run', '--config', file], { env, stdio: 'ignore' })
}

function edited(text: string, edits: [text: string, replacement: string][]): string {
  return edits.reduce((current, [from, to]) => {
    if (!current.includes(from)) throw new Error(`The recipe does not contain '${from}'.`)
    return current.replaceAll(from, to)
  }, text)
}
