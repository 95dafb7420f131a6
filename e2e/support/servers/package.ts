import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Origin } from '../api-client'
import { type OwnedProcess, ownProcess, waitForOrigin, withSystemPrograms } from './process'

/** Makes the package of this build in `folder`. Returns the path of the archive. */
export function makePackage(folder: string, env: Record<string, string> = {}): string {
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const output = execFileSync(resolve('node_modules/.bin/tsx'), ['deploy/package.ts', folder], options)
  return output.trim()
}

export type Machine = {
  /** Folder in which `serve` and `run` start. */
  folder: string
  /** Starts `node notas` on a free port, and resolves once it can be used. */
  serve: (env?: Record<string, string>) => Promise<OwnedProcess & Origin>
  /** Runs `node notas …` to its end. */
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
  const [program = '', ...before] = isWhole ? ['chroot', root, '/bin/node'] : [join(root, 'bin/node')]
  const options = (env: Record<string, string> = {}) => {
    const path = isWhole ? withSystemPrograms.PATH : join(root, 'bin')
    return { cwd: root, env: { NODE_ENV: 'production' as const, PATH: path, PORT: '0', ...env } }
  }
  return {
    folder: root,
    async serve(env) {
      const child = spawn(program, [...before, 'notas'], options(env))
      const host = ownProcess(child)
      return { ...host, origin: await waitForOrigin(child, host) }
    },
    run(args, env) {
      const { status, stdout, stderr } = spawnSync(program, [...before, 'notas', ...args], options(env))
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
