import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type HostProcess = {
  /** Scheme, address and port. */
  origin: string
  databaseFile: string
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
  databaseFile?: string
  /** The folder whose out/ it serves; this project's unless one is given. */
  cwd?: string
}

/** Starts the built host in a process of its own, on a free port and, unless one is given, a new database. */
export async function startHost({ env = {}, databaseFile, cwd }: Options = {}): Promise<HostProcess> {
  const folder = databaseFile ? undefined : mkdtempSync(join(tmpdir(), 'notas-'))
  const file = databaseFile ?? join(folder as string, 'notas.db')
  const host = spawn(process.execPath, [resolve('server/dist/main.js')], {
    cwd,
    env: { ...process.env, PORT: '0', DATABASE_URL: `file:${file}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((settle) => host.once('exit', settle))
  const endWithTests = () => {
    host.kill('SIGKILL')
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', endWithTests)
  const forget = () => {
    process.off('exit', endWithTests)
    endWithTests()
  }

  let output = ''
  host.stdout?.on('data', (text) => {
    output += text
  })
  host.stderr?.on('data', (text) => {
    output += text
  })

  return {
    origin: await originIn(host, () => output).catch((cause) => {
      forget()
      throw cause
    }),
    databaseFile: file,
    pid: host.pid as number,
    output: () => output,
    kill: (signal) => host.kill(signal),
    exited,
    async stop() {
      host.kill('SIGTERM')
      await exited
      forget()
    },
  }
}

/** Resolves once the host has printed its address. */
function originIn(host: ChildProcess, output: () => string): Promise<string> {
  return new Promise((found, failed) => {
    host.stdout?.on('data', () => {
      const origin = /^Notas.*: (http:\/\/[^/\s]+)/m.exec(output())?.[1]
      if (origin) found(origin)
    })
    host.once('exit', (code) =>
      failed(new Error(`The host ended with ${code} before it could be used: ${output()}`)),
    )
  })
}
