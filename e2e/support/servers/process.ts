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

/** Resolves once the child answers at its origin. It ends with the tests at the latest. */
export async function untilItAnswers(child: ChildProcess, origin: string): Promise<ServerProcess> {
  const endWithTests = () => child.kill('SIGKILL')
  process.once('exit', endWithTests)
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()))
  await answers(origin, child)
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await exited
      process.off('exit', endWithTests)
    },
  }
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
