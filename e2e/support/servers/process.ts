import { type ChildProcess, execFileSync } from 'node:child_process'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

export type ServerProcess = { origin: string; stop: () => Promise<void> }

/** An environment in which servers are found too, which Debian has where only root looks for programs. */
export const withSystemPrograms = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

export function isInstalled(program: string): boolean {
  return pathOf(program) !== undefined
}

/** Path of a program; undefined if it is not installed. */
export function pathOf(program: string): string | undefined {
  try {
    const options = { env: withSystemPrograms, encoding: 'utf8' } as const
    return execFileSync('sh', ['-c', `command -v ${program}`], options).trim()
  } catch {
    return undefined
  }
}

export type OwnedProcess = {
  pid: number
  /** What it has printed so far, on either stream. */
  output: () => string
  stdout: () => string
  stderr: () => string
  kill: (signal: NodeJS.Signals) => void
  /** The exit code, once all that it printed has been read; null where a signal ended it. */
  exited: Promise<number | null>
  /** Ends it, and waits until it has ended. */
  stop: () => Promise<void>
}

/** What ends each process that is still running when the tests end. */
const endings = new Set<() => void>()

process.once('exit', () => {
  for (const end of endings) end()
})

/**
 * Keeps what the child prints, and ends it with the tests at the latest.
 *
 * @param signal the one that ends it, unless another is given
 */
export function ownProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): OwnedProcess {
  const endWithTests = () => child.kill(signal === 'SIGTERM' ? 'SIGKILL' : signal)
  endings.add(endWithTests)
  const exited = new Promise<number | null>((settle) =>
    child.once('close', (code) => {
      endings.delete(endWithTests)
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

/** Resolves to the origin that the child prints once it can be used; rejects where it ends before. */
export function waitForOrigin(child: ChildProcess, { output, exited }: OwnedProcess): Promise<string> {
  return new Promise((found, failed) => {
    child.stdout?.on('data', function look() {
      const origin = /^.*: (http:\/\/[^/\s]+)/m.exec(output())?.[1]
      if (!origin) return
      child.stdout?.off('data', look)
      found(origin)
    })
    exited.then((code) =>
      failed(
        new Error(`${child.spawnargs.join(' ')} ended with ${code} before it could be used: ${output()}`),
      ),
    )
  })
}

/** Resolves once the child answers at its origin. It ends with the tests at the latest. */
export async function waitUntilReachable(child: ChildProcess, origin: string): Promise<ServerProcess> {
  const { stop } = ownProcess(child)
  await answers(origin, child)
  return { origin, stop }
}

/** Resolves once a server of this process takes connections, on a free port unless one is given. */
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

async function answers(origin: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 10_000
  while (performance.now() < deadline && child.exitCode === null) {
    const isThere = await fetch(origin).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await setTimeout(50)
  }
  throw new Error(`${child.spawnfile} does not answer at ${origin}`)
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  // Below those that the system gives to connections: one of these would soon be taken again.
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
