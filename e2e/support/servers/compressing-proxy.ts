import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { call, type Origin } from '../api-client'
import { spawnNginx } from './nginx'
import { freePort, listenOnLoopback, type ServerProcess, waitUntilReachable, withSystemPrograms } from './process'

/** Programs by the name of their proxy. */
export const COMPRESSING_PROXIES = { nginx: 'nginx', Apache: 'apache2', Caddy: 'caddy' } as const

type Start = (folder: string, address: string, port: number) => ChildProcess

const STARTS: Record<keyof typeof COMPRESSING_PROXIES, Start> = {
  nginx: startNginx,
  Apache: startApache,
  Caddy: startCaddy,
}

/** Starts a proxy that compresses what the host leaves as it is. */
export async function startCompressingProxy(
  proxy: keyof typeof COMPRESSING_PROXIES,
  folder: string,
  { origin }: Origin,
): Promise<ServerProcess> {
  const port = await freePort()
  const child = STARTS[proxy](folder, new URL(origin).host, port)
  return waitUntilReachable(child, `http://127.0.0.1:${port}`)
}

/** Compresses JSON as Caddy does since 2.9, and unlike it whatever Cache-Control says: If-Match keeps the suffix. */
export function startSuffixingProxy(host: Origin): Promise<ServerProcess> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const known = headers['if-none-match']?.replace('-gzip"', '"')
    const sent = { ...headers, ...(known !== undefined && { 'if-none-match': known }) }
    const body = await buffer(incoming)
    const options = { headers: sent as Record<string, string>, ...(body.length > 0 && { body }) }
    const { status, ...answer } = await call(host, method, url, options)
    const { etag, 'content-encoding': encoding, 'transfer-encoding': _, ...others } = answer.headers
    const isPacked = answer.body.length >= 512 && encoding === undefined && /gzip/.test(String(headers['accept-encoding']))
    const packed = isPacked ? gzipSync(answer.body) : answer.body
    outgoing.writeHead(status, {
      ...others,
      ...(etag !== undefined && { etag: isPacked ? etag.replace(/"$/, '-gzip"') : etag }),
      ...((encoding ?? isPacked) && { 'content-encoding': encoding ?? 'gzip' }),
      ...(status !== 204 && status !== 304 && { 'content-length': packed.length }),
    })
    outgoing.end(packed)
  })
  return listenOnLoopback(server)
}

function startNginx(folder: string, address: string, port: number): ChildProcess {
  return spawnNginx(
    folder,
    `gzip on; gzip_types application/json; gzip_min_length 1;
    server { listen 127.0.0.1:${port}; location / { proxy_pass http://${address}; } }`,
  )
}

function startApache(folder: string, address: string, port: number): ChildProcess {
  const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'filter', 'deflate'].map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  )
  const lines = [
    ...modules,
    `ServerRoot ${folder}`,
    'ServerName 127.0.0.1',
    `Listen 127.0.0.1:${port}`,
    'PidFile apache.pid',
    'ErrorLog error.log',
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    'AddOutputFilterByType DEFLATE application/json',
    `ProxyPass / http://${address}/`,
  ]
  const file = join(folder, 'apache.conf')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return spawn('apache2', ['-f', file, '-DFOREGROUND'], { env: withSystemPrograms, stdio: 'inherit' })
}

function startCaddy(folder: string, address: string, port: number): ChildProcess {
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {\n\tbind 127.0.0.1\n\tencode zstd gzip\n\treverse_proxy ${address}\n}\n`,
  )
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return spawn('caddy', ['run', '--config', file], { env, stdio: 'ignore' })
}
