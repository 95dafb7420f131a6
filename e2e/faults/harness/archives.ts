import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makePackage } from '../../support/servers/package'

/** Version 1.0.0. */
const RELEASE_BEFORE = '7a8ef44'

/** Makes the packages of this build and, where the history and the registry are there, of the release before. */
export function packReleases(folder: string): { archive: string; before?: string } {
  const archive = makePackage(folder)
  const run = (command: string, cwd: string) =>
    execFileSync('sh', ['-ec', command], { cwd, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  const sources = join(folder, 'release-before')
  mkdirSync(sources)
  try {
    run(`git archive ${RELEASE_BEFORE} > ${sources}.tar && tar xf ${sources}.tar -C ${sources}`, resolve('.'))
    run('npm ci --no-audit --no-fund && npm run package', sources)
    return { archive, before: join(sources, 'dist/notas-1.0.0.tar.gz') }
  } catch (cause) {
    const reason = String(cause).split('\n')[0]
    console.log(`  The way to the release before and back is skipped: it cannot be built here (${reason}).`)
    return { archive }
  }
}

/** Packs this build as the package is, but with the packages of the project, and so in a second. */
export function packBuild(folder: string): { archive: string } {
  const root = join(folder, 'notas')
  mkdirSync(join(root, 'server'), { recursive: true })
  for (const path of ['out', 'server/dist', 'deploy']) cpSync(path, join(root, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const manifest = '{"type":"module","main":"server/dist/notas.js"}'
  const pack = `echo '${manifest}' > notas/package.json && tar cf notas.tar.gz notas`
  execFileSync('sh', ['-c', pack], { cwd: folder })
  return { archive: join(folder, 'notas.tar.gz') }
}
