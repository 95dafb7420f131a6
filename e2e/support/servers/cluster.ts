import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Origin } from '../api-client'
import { type HostProcess, startHost } from './host'
import { spawnNginx } from './nginx'
import { freePort, waitUntilReachable } from './process'

/** `origin` is nginx's. */
export type Cluster = Origin & {
  databaseUrl: string
  nodes: HostProcess[]
  stop: () => Promise<void>
}

type Options = { count: number; databaseUrl: string; env?: Record<string, string> }

/** Starts hosts on one database behind nginx, which distributes requests in turn. */
export async function startCluster({ count, databaseUrl, env = {} }: Options): Promise<Cluster> {
  const starting = Array.from({ length: count }, () =>
    startHost({ databaseUrl, env: { TRUST_PROXY: '1', ...env, PORT: '0' } }),
  )
  const nodes = await Promise.all(starting)
  const port = env.PORT ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'notas-nginx-'))
  const servers = nodes.map(({ origin }) => `server ${new URL(origin).host} fail_timeout=1s;`)
  const nginx = spawnNginx(
    folder,
    `upstream nodes { ${servers.join(' ')} }
    server {
      listen 127.0.0.1:${port};
      client_max_body_size 2m;
      location / {
        proxy_pass http://nodes;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_next_upstream error timeout;
      }
    }`,
  )
  const { origin, stop } = await waitUntilReachable(nginx, `http://127.0.0.1:${port}`)
  return {
    origin,
    databaseUrl,
    nodes,
    async stop() {
      await stop()
      await Promise.all(nodes.map((node) => node.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
