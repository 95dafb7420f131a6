import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Version 1.0.0. */
const RELEASE_BEFORE = '7a8ef44'

/** Builds the package of the release before in `folder`. Throws where the history or the registry is missing. */
export function packReleaseBefore(folder: string): string {
  const run = (command: string, cwd: string) =>
    execFileSync('sh', ['-ec', command], { cwd, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  const sources = join(folder, 'release-before')
  mkdirSync(sources)
  run(`git archive ${RELEASE_BEFORE} > ${sources}.tar && tar xf ${sources}.tar -C ${sources}`, resolve('.'))
  run('npm ci --no-audit --no-fund && npm run package', sources)
  return join(sources, 'dist/notas-1.0.0.tar.gz')
}

/** Packs this build as the package is, but with the packages of the project, and so in a second. */
export function packBuild(folder: string): string {
  const root = join(folder, 'notas')
  mkdirSync(join(root, 'server'), { recursive: true })
  for (const path of ['out', 'server/dist', 'deploy']) cpSync(path, join(root, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  execFileSync(
    'sh',
    [
      '-c',
      `echo '{"type":"module","main":"server/dist/notas.js"}' > notas/package.json && tar cf notas.tar.gz notas`,
    ],
    { cwd: folder },
  )
  return join(folder, 'notas.tar.gz')
}

export function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'notas-archives-'))
  return use(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}
