import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { call, type Origin } from '../api-client'
import { spawnNginx } from './nginx'
import {
  freePort,
  isInstalled,
  listenOnLoopback,
  type ServerProcess,
  waitUntilReachable,
  withSystemPrograms,
} from './process'

/** The last appends to ETags as newer releases of Caddy do, and unlike them also where `no-transform` forbids it. */
export type CompressingProxy = keyof typeof PROGRAMS | 'one that appends'

type Start = (folder: string, address: string, port: number) => ChildProcess

const PROGRAMS = { nginx: 'nginx', Apache: 'apache2', Caddy: 'caddy' } as const

const STARTS: Record<keyof typeof PROGRAMS, Start> = {
  nginx: startNginx,
  Apache: startApache,
  Caddy: startCaddy,
}

export function missingProxy(proxy: CompressingProxy): string | undefined {
  const program = proxy === 'one that appends' ? 'node' : PROGRAMS[proxy]
  return isInstalled(program) ? undefined : `${program} is not installed`
}

/** Starts a proxy that compresses what the host has left as it is. */
export async function startCompressingProxy(
  proxy: CompressingProxy,
  folder: string,
  host: Origin,
): Promise<ServerProcess> {
  if (proxy === 'one that appends') return startAppendingProxy(host)
  const port = await freePort()
  const child = STARTS[proxy](folder, new URL(host.origin).host, port)
  return waitUntilReachable(child, `http://127.0.0.1:${port}`)
}

function startNginx(folder: string, address: string, port: number): ChildProcess {
  return spawnNginx(
    folder,
    `gzip on; gzip_types application/json; gzip_min_length 1;
    server { listen 127.0.0.1:${port}; location / { proxy_pass http://${address}; } }`,
  )
}

function startApache(folder: string, address: string, port: number): ChildProcess {
  const file = join(folder, 'apache.conf')
  const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'filter', 'deflate']
  const lines = [
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    `ServerRoot ${folder}`,
    'ServerName 127.0.0.1',
    `Listen 127.0.0.1:${port}`,
    'PidFile apache.pid',
    'ErrorLog error.log',
    'AddOutputFilterByType DEFLATE application/json',
    `ProxyPass / http://${address}/`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return spawn('apache2', ['-f', file, '-DFOREGROUND'], { env: withSystemPrograms, stdio: 'inherit' })
}

function startCaddy(folder: string, address: string, port: number): ChildProcess {
  const file = join(folder, 'Caddyfile')
  const site = `\tbind 127.0.0.1\n\tencode zstd gzip\n\treverse_proxy ${address}`
  writeFileSync(file, `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {\n${site}\n}\n`)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return spawn('caddy', ['run', '--config', file], { env, stdio: 'ignore' })
}

function startAppendingProxy(host: Origin): Promise<ServerProcess> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const known = headers['if-none-match']?.replace('-gzip"', '"')
    const sent = { ...headers, ...(known !== undefined && { 'if-none-match': known }) }
    const body = await buffer(incoming)
    const response = await call(host, method, url, { headers: sent as Record<string, string>, body })
    const { 'transfer-encoding': _, ...answered } = response.headers
    if (response.body.length < 512 || answered['content-encoding'] !== undefined)
      return outgoing.writeHead(response.status, answered).end(response.body)
    const packed = gzipSync(response.body)
    const etag = answered.etag?.replace(/"$/, '-gzip"')
    const added = { 'content-encoding': 'gzip', 'content-length': packed.length, ...(etag && { etag }) }
    return outgoing.writeHead(response.status, { ...answered, ...added }).end(packed)
  })
  return listenOnLoopback(server)
}
