import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nativePackages } from './locked-packages'

const LOADED_FILES =
  /^(package\.json|LICENSE|(index|node-gyp-build)\.js|dist\/index\.[cm]js|.*linux.*\.node)$/

export function unpackNativePackages(folder: string): void {
  const packages = nativePackages()
  const archives = mkdtempSync(join(tmpdir(), 'notas-archives-'))
  try {
    const names = packages.map(({ name, version }) => `${name}@${version}`)
    const options = ['--prefer-offline', '--silent', `--pack-destination=${archives}`]
    execFileSync('npm', ['pack', ...options, ...names], { stdio: ['ignore', 'ignore', 'inherit'] })
    for (const { name, version, integrity } of packages) {
      const archive = join(archives, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
      if (integrityOf(archive) !== integrity)
        throw new Error(`${name} ${version} is not the package that package-lock.json has.`)
      unpack(archive, join(folder, 'node_modules', name))
    }
  } finally {
    rmSync(archives, { recursive: true })
  }
}

function integrityOf(archive: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
}

function unpack(archive: string, target: string): void {
  const source = archive.replace(/\.tgz$/, '')
  mkdirSync(source)
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${source}`, '--strip-components=1'])
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }))
    if (LOADED_FILES.test(file)) cpSync(join(source, file), join(target, file))
}
