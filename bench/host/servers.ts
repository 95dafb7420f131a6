import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { findPostgres, startPostgres } from '../../e2e/support/servers/postgres'
import { ownProcess, type ServerProcess, waitForOrigin } from '../../e2e/support/servers/process'

type Store = { url: string; env: Record<string, string>; remove: () => Promise<void> }
export type Disk = 'disk' | 'slow disk'

/** Creates an empty database; undefined if PostgreSQL is not installed. */
export async function createStore(kind: 'SQLite' | 'PostgreSQL', disk: Disk): Promise<Store | undefined> {
  if (kind === 'PostgreSQL' && !findPostgres()) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'notas-bench-'))
  const env: Store['env'] = disk === 'slow disk' ? { LD_PRELOAD: slowDisk(folder) } : {}
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (kind === 'SQLite') {
    return { url: `file:${join(folder, 'notas.db')}`, env, remove: async () => removeFolder() }
  }

  const postgres = await withEnvironment(env, startPostgres)
  const url = await postgres.createDatabase()
  return { url, env: {}, remove: () => postgres.stop().then(removeFolder) }
}

async function withEnvironment<Result>(env: Store['env'], work: () => Promise<Result>): Promise<Result> {
  const before = process.env
  process.env = { ...before, ...env }
  try {
    return await work()
  } finally {
    process.env = before
  }
}

/** Builds a library for LD_PRELOAD that delays each sync to the disk by 2 ms. */
function slowDisk(folder: string): string {
  const library = join(folder, 'slow-disk.so')
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, 'bench/host/slow-disk.c', '-ldl'])
  // PostgreSQL runs as another user.
  execFileSync('chmod', ['755', folder])
  return library
}

export async function startServer(
  args: string[],
  env: Record<string, string>,
): Promise<ServerProcess & { pid: number }> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const server = ownProcess(child)
  const origin = await waitForOrigin(child, server)
  // Discards the log without stopping the pipe.
  child.stdout.removeAllListeners('data').resume()
  return { origin, pid: server.pid, stop: server.stop }
}

export const HOST = [resolve('server/dist/notas.js')]

/** Builds the floor as the host is built, so that it starts without a compiler in its memory. */
export function buildFloor(): string[] {
  const outfile = resolve('node_modules/.cache/notas/floor.mjs')
  buildSync({
    ...{ entryPoints: ['bench/host/floor.ts'], outfile, bundle: true, packages: 'external' },
    ...{ platform: 'node', format: 'esm' },
  })
  return [outfile]
}
