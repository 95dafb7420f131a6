import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Origin } from '../api-client'
import { type OwnedProcess, ownProcess, waitForOrigin, withSystemPrograms } from './process'

export function makePackage(folder: string, env: Record<string, string> = {}): string {
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const output = execFileSync(resolve('node_modules/.bin/tsx'), ['deploy/package.ts', folder], options)
  return output.trim()
}

export type Machine = {
  folder: string
  /** Starts `node notas` on a free port, and resolves once it can be used. */
  serve: (env?: Record<string, string>) => Promise<OwnedProcess & Origin>
  run: (args: string[], env?: Record<string, string>) => { status: number | null; output: string }
  remove: () => void
}

/**
 * An empty folder with the unpacked archive, where no program but Node is found. As root it is the whole file system:
 * there are Node, the libraries that it loads, and nothing else.
 */
export function createMachine(archive: string): Machine {
  const root = mkdtempSync(join(tmpdir(), 'notas-machine-'))
  const isWhole = process.getuid?.() === 0
  execFileSync('tar', ['xf', archive, '-C', root])
  mkdirSync(join(root, 'bin'))
  if (isWhole) copyNode(root)
  else symlinkSync(process.execPath, join(root, 'bin/node'))
  return machineAt(root, isWhole ? ['chroot', root, '/bin/node', 'notas'] : [join(root, 'bin/node'), 'notas'])
}

/** Isolates a program: all but /data is read-only, and it has no capabilities and the user whose number follows. */
const AS_CONTAINER = `folder=$1 user=$2
shift 2
mount --bind "$0" "$0"; mount --bind "$0/data" "$0/data"; mount -o remount,bind,ro "$0"
exec setpriv --inh-caps=+sys_chroot,+setuid,+setgid setpriv --no-new-privs --bounding-set=-all \\
  unshare --root="$0" --wd="$folder" --setgid="$user" --setuid="$user" "$@"`

/** Whether `createContainer` works here: it needs root. */
export function canIsolate(): boolean {
  return spawnSync('unshare', ['--mount', 'setpriv', '--bounding-set=-all', 'true']).status === 0
}

/** The archive in a root folder as the Dockerfile builds it, run as `user` with Compose's restrictions. */
export function createContainer(archive: string, user: number): Machine {
  const root = mkdtempSync(join(tmpdir(), 'notas-container-'))
  chmodSync(root, 0o755)
  for (const folder of ['bin', 'data', 'opt']) mkdirSync(join(root, folder))
  chownSync(join(root, 'data'), user, user)
  execFileSync('tar', ['xf', archive, '-C', join(root, 'opt')])
  copyNode(root)
  const dockerfile = readFileSync(join(root, 'opt/notas/deploy/Dockerfile'), 'utf8')
  const [, folder = ''] = /^WORKDIR (.+)$/m.exec(dockerfile) ?? []
  const [, command = ''] = /^CMD (.+)$/m.exec(dockerfile) ?? []
  const [program, argument] = JSON.parse(command)
  const line = [root, folder, String(user), `/bin/${program}`, argument]
  return machineAt(root, ['unshare', '--mount', 'sh', '-ec', AS_CONTAINER, ...line])
}

function machineAt(root: string, [program = '', ...before]: string[]): Machine {
  const options = (env: Record<string, string> = {}) => {
    const path = program.startsWith('/') ? join(root, 'bin') : withSystemPrograms.PATH
    // Node would pass on the folder of the coverage, which is not there.
    const own = { NODE_ENV: 'production' as const, PATH: path, PORT: '0', NODE_V8_COVERAGE: '' }
    return { cwd: root, env: { ...own, ...env } }
  }
  return {
    folder: root,
    async serve(env) {
      const child = spawn(program, before, options(env))
      const host = ownProcess(child)
      return { ...host, origin: await waitForOrigin(child, host) }
    },
    run(args, env) {
      const { status, stdout, stderr } = spawnSync(program, [...before, ...args], options(env))
      return { status, output: `${stdout}${stderr}` }
    },
    remove: () => rmSync(root, { recursive: true }),
  }
}

function copyNode(root: string): void {
  cpSync(process.execPath, join(root, 'bin/node'))
  const natives = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.node'),
  )
  const programs = [process.execPath, ...natives.map((name) => join(root, name))]
  // Fails for the binaries of other systems.
  const { stdout } = spawnSync('ldd', programs, { encoding: 'utf8' })
  for (const library of new Set(stdout.match(/\/\S+\.so\S*(?= \()/g))) {
    mkdirSync(join(root, dirname(library)), { recursive: true })
    cpSync(library, join(root, library), { dereference: true })
  }
}
