import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findPostgres, startPostgres } from '../../e2e/support/servers/postgres'

export type Server = { origin: string; stop: () => Promise<void> }
export type Store = { url: string; env: Record<string, string>; remove: () => Promise<void> }
export type Disk = 'disk' | 'slow disk'

/** A new database; undefined where there is none of that kind here. */
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

/** For programs that start with this one's environment. */
async function withEnvironment<Result>(env: Store['env'], work: () => Promise<Result>): Promise<Result> {
  const before = process.env
  process.env = { ...before, ...env }
  try {
    return await work()
  } finally {
    process.env = before
  }
}

/** Makes each sync to the disk take 2 ms longer, for programs that are started with it. */
function slowDisk(folder: string): string {
  const library = join(folder, 'slow-disk.so')
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, 'bench/host/slow-disk.c', '-ldl'])
  // Whoever runs PostgreSQL must be able to read it.
  execFileSync('chmod', ['755', folder])
  return library
}

/** Starts a program that prints its origin once it can be used. */
export function startServer(args: string[], env: Record<string, string>): Promise<Server> {
  const program = spawn(process.execPath, args, {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((settle) => program.once('exit', settle))
  const endWithBench = () => program.kill('SIGKILL')
  process.once('exit', endWithBench)
  return new Promise((found, failed) => {
    program.once('exit', () => failed(new Error(`${args.join(' ')} ended.`)))
    // Reading on keeps its log from filling the pipe.
    program.stdout.on('data', (text) => {
      const origin = /: (http:\/\/[\d.:]+)/.exec(String(text))?.[1]
      if (!origin) return
      found({
        origin,
        async stop() {
          process.off('exit', endWithBench)
          program.kill('SIGTERM')
          await exited
        },
      })
    })
  })
}

export const HOST = [resolve('server/dist/main.js')]
export const FLOOR = ['--import', 'tsx', resolve('bench/host/floor.ts')]
