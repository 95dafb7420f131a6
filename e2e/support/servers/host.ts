import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Origin } from '../api-client'
import { type OwnedProcess, ownProcess, waitForOrigin } from './process'
import { createSqliteFolder } from './sqlite'

/** `stop` also removes the database, unless it was passed to `startHost`. */
export type HostProcess = OwnedProcess & Origin & { databaseUrl: string }

type Options = {
  env?: Record<string, string>
  databaseUrl?: string
  whileStarting?: (host: OwnedProcess) => Promise<void>
}

/**
 * Starts the built host on a free port, by default with a new SQLite file. Its limit on registrations is too high
 * to reach in tests.
 */
export async function startHost({
  env = {},
  databaseUrl,
  whileStarting,
}: Options = {}): Promise<HostProcess> {
  const folder = databaseUrl === undefined ? createSqliteFolder() : undefined
  const url = databaseUrl ?? String(await folder?.createDatabase())
  const child = spawnHost({ DATABASE_URL: url, REGISTRATIONS_PER_HOUR: '1000000', ...env })
  const host = ownProcess(child)
  async function stop(): Promise<void> {
    await host.stop()
    await folder?.stop()
  }

  await whileStarting?.(host)
  const origin = await waitForOrigin(child, host).catch(async (cause) => {
    await stop()
    throw cause
  })
  return { ...host, origin, databaseUrl: url, stop }
}

/** Environment of a host for which `factor` as much time passes: `performance.now`, and waits of timers/promises. */
export function fastClock(factor: number): { NODE_OPTIONS: string } {
  const clock = `import { syncBuiltinESMExports } from 'node:module'; import timers from 'node:timers/promises'
    const [now, wait] = [performance.now.bind(performance), timers.setTimeout]
    performance.now = () => now() * ${factor}
    timers.setTimeout = (ms, ...rest) => wait(ms / ${factor}, ...rest)
    syncBuiltinESMExports()`
  return preloading(clock)
}

export function preloading(script: string): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

/** Runs a host that is expected to exit by itself. */
export async function runHost(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { exited, output } = ownProcess(spawnHost(env, { timeout: 60_000, killSignal: 'SIGKILL' }))
  return { code: await exited, output: output() }
}

function spawnHost(env: Record<string, string>, options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [resolve('server/dist/notas.js')], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
}
