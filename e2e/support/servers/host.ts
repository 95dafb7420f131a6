import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createSqliteFolder } from './sqlite'

export type HostProcess = {
  /** Scheme, address and port. */
  origin: string
  databaseUrl: string
  pid: number
  /** What it has printed so far. */
  output: () => string
  kill: (signal: NodeJS.Signals) => void
  /** The exit code; null where a signal ended it. */
  exited: Promise<number | null>
  /** Ends it, and removes its database unless that was given. */
  stop: () => Promise<void>
}

type Options = {
  env?: Record<string, string>
  databaseUrl?: string
  /** The folder whose out/ it serves; this project's unless one is given. */
  cwd?: string
}

/**
 * Starts the built host in a process of its own, on a free port and, unless one is given, a new SQLite file. Its
 * limit on registrations is out of the way of tests that make many users.
 */
export async function startHost({ env = {}, databaseUrl, cwd }: Options = {}): Promise<HostProcess> {
  const folder = databaseUrl === undefined ? createSqliteFolder() : undefined
  const url = databaseUrl ?? String(await folder?.createDatabase())
  const settings = { PORT: '0', DATABASE_URL: url, REGISTRATIONS_PER_HOUR: '1000000', ...env }
  const host = spawn(process.execPath, [resolve('server/dist/main.js')], {
    cwd,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((settle) => host.once('exit', settle))
  const endWithTests = () => host.kill('SIGKILL')
  process.once('exit', endWithTests)
  async function forget(): Promise<void> {
    process.off('exit', endWithTests)
    endWithTests()
    await folder?.stop()
  }

  let output = ''
  host.stdout?.on('data', (text) => {
    output += text
  })
  host.stderr?.on('data', (text) => {
    output += text
  })

  return {
    origin: await originIn(host, () => output).catch(async (cause) => {
      await forget()
      throw cause
    }),
    databaseUrl: url,
    pid: host.pid as number,
    output: () => output,
    kill: (signal) => host.kill(signal),
    exited,
    async stop() {
      host.kill('SIGTERM')
      await exited
      await forget()
    },
  }
}

/** Resolves once the host has printed its address. */
function originIn(host: ChildProcess, output: () => string): Promise<string> {
  return new Promise((found, failed) => {
    host.stdout?.on('data', function look() {
      const origin = /^Notas.*: (http:\/\/[^/\s]+)/m.exec(output())?.[1]
      if (!origin) return
      host.stdout?.off('data', look)
      found(origin)
    })
    host.once('exit', (code) =>
      failed(new Error(`The host ended with ${code} before it could be used: ${output()}`)),
    )
  })
}

/** Runs a host that should stop by itself. */
export function runHost(
  env: Record<string, string>,
  cwd?: string,
): Promise<{ code: unknown; output: string }> {
  return new Promise((settle) => {
    execFile(
      process.execPath,
      [resolve('server/dist/main.js')],
      { cwd, env: { ...process.env, PORT: '0', ...env }, timeout: 15_000, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => settle({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}
