import { type ChildProcess, spawnSync } from 'node:child_process'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { Agent, fetch } from 'undici'
import type { Origin } from '../api-client'
import { succeeds, waitFor } from '../wait-for'

/** Debian's Python, which has the GTK bindings; another python3 may come first in PATH. */
export const PYTHON = '/usr/bin/python3'

export type ServerProcess = Origin & { stop: () => Promise<void> }

/** Environment with /usr/sbin in PATH, where Debian installs servers. */
export const withSystemPrograms = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

export function isInstalled(program: string): boolean {
  return pathOf(program) !== undefined
}

export function pathOf(program: string): string | undefined {
  const options = { env: withSystemPrograms, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${program}`], options)
  return status === 0 ? stdout.trim() : undefined
}

export type OwnedProcess = {
  pid: number
  output: () => string
  stdout: () => string
  stderr: () => string
  kill: (signal: NodeJS.Signals) => void
  /** Exit code, after all output has been read; null if a signal ended the process. */
  exited: Promise<number | null>
  stop: () => Promise<void>
}

const cleanups = new Set<() => void>()

process.once('exit', () => {
  for (const cleanUp of cleanups) cleanUp()
})

/**
 * Records the child's output, and kills it when the tests end.
 *
 * @param signal sent by `stop`
 */
export function ownProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): OwnedProcess {
  const endWithTests = () => child.kill(signal === 'SIGTERM' ? 'SIGKILL' : signal)
  cleanups.add(endWithTests)
  const exited = new Promise<number | null>((settle) =>
    child.once('close', (code) => {
      cleanups.delete(endWithTests)
      settle(code)
    }),
  )

  const printed = { output: '', stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (text) => {
      printed.output += text
      printed[stream] += text
    })
  }

  return {
    pid: child.pid as number,
    output: () => printed.output,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    kill: (signal) => child.kill(signal),
    exited,
    async stop() {
      child.kill(signal)
      await exited
    },
  }
}

/** Resolves to the origin that the child prints when it is ready, in a sentence or as JSON; rejects if it exits before. */
export function waitForOrigin(child: ChildProcess, { output, exited }: OwnedProcess): Promise<string> {
  return new Promise((found, failed) => {
    child.stdout?.on('data', function look() {
      const origin = /(?:: |open |is at |"url":")(http:\/\/[^/\s]+)/.exec(output())?.[1]
      if (!origin) return
      child.stdout?.off('data', look)
      found(origin)
    })
    exited.then((code) =>
      failed(new Error(`${child.spawnargs.join(' ')} exited with ${code} before it was ready: ${output()}`)),
    )
  })
}

/**
 * Owns the child and waits until it responds at its origin.
 *
 * @param ca certificate of an origin with TLS, in PEM
 */
export async function waitUntilReachable(
  child: ChildProcess,
  origin: string,
  ca?: string,
): Promise<ServerProcess> {
  const { stop } = ownProcess(child)
  const dispatcher = new Agent({ connect: { ca } })
  await waitFor(`${child.spawnfile} responds at ${origin}`, 60_000, () => {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} exited with ${child.exitCode}.`)
    return succeeds(fetch(origin, { dispatcher, redirect: 'manual' }))
  })
  await dispatcher.destroy()
  return { origin, stop }
}

/** Makes a server of this process listen on loopback, by default on a free port. */
export async function listenOnLoopback(server: Server, port = 0): Promise<ServerProcess> {
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

export async function freePort(): Promise<number> {
  // Below the ephemeral range, from which the system might take the port for a connection.
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((closed) => server.close(closed))
  return port
}
