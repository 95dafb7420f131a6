import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildId } from './build-id.mjs'
import { licences, packagesIn } from './licences'
import { unpackNativePackages } from './native-packages'
import { sbom } from './sbom'

const FILES = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'deploy/Dockerfile',
  'deploy/README.md',
  'deploy/cluster',
  'deploy/compose.postgres.yaml',
  'deploy/compose.yaml',
  'deploy/dist',
  'deploy/fail2ban',
  'deploy/notas-backup.service',
  'deploy/notas-backup.timer',
  'deploy/notas.service',
  'deploy/recipes',
  'docs/sharding.md',
  'out',
  'server/README.md',
  'server/dist',
]

const { name, version, license, type, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
const target = join(process.argv[2] ?? 'dist', `${name}-${version}.tar.gz`)
const staging = mkdtempSync(join(tmpdir(), 'notas-package-'))
try {
  const folder = join(staging, name)
  const filter = (file: string) => !/^server\/dist\/.*\.map$/.test(file)
  for (const file of FILES) cpSync(file, join(folder, file), { recursive: true, filter })
  unpackNativePackages(folder)
  const program = { name, version, license, private: true, type, engines, main: 'server/dist/notas.js' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(program, null, 2)}\n`)
  const packages = packagesIn(folder)
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences(packages))
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom({ name, version, license }, packages))
  pack(folder)
} finally {
  rmSync(staging, { recursive: true })
}
console.log(target)

function pack(folder: string): void {
  mkdirSync(resolve(target, '..'), { recursive: true })
  const options = [
    '--format=ustar',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--mtime=@${releaseTime()}`,
    '--use-compress-program=gzip -9n',
  ]
  execFileSync('tar', ['--create', ...options, `--file=${resolve(target)}`, name], {
    cwd: join(folder, '..'),
  })
}

/** Differs by release, since web servers make ETags of a file's time and size. */
function releaseTime(): number {
  return 1_000_000_000 + Number.parseInt(buildId().slice(0, 7), 16)
}
