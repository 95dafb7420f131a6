import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { releaseIn } from '../server/site/release'
import { buildId } from './build-id.mjs'
import { licences } from './licences'
import { releasePackages } from './locked-packages'
import { unpackNativePackages } from './native-packages'
import { sbom } from './sbom'

const FILES = [
  '.env.example',
  '.github/notas.png',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'deploy/Dockerfile',
  'deploy/README.md',
  'deploy/citus',
  'deploy/cluster',
  'deploy/compose.postgres.yaml',
  'deploy/compose.yaml',
  'deploy/create-database.sh',
  'deploy/dist',
  'deploy/fail2ban',
  'deploy/notas-backup.service',
  'deploy/notas-backup.timer',
  'deploy/notas.service',
  'docs/accessibility.md',
  'docs/sharding.md',
  'out',
  'server/README.md',
  'server/dist',
]

const { name, license, type, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
const { version, commit } = releaseIn('out')
const repository = process.env.REPOSITORY || 'OWNER/REPO'
const target = join(process.argv[2] ?? 'dist', `${name}-${version}.tar.gz`)
const staging = mkdtempSync(join(tmpdir(), 'notas-package-'))
try {
  const folder = join(staging, name)
  const filter = (file: string) => !/^server\/dist\/.*\.map$/.test(file)
  for (const file of FILES) cpSync(file, join(folder, file), { recursive: true, filter })
  describeRelease(folder)
  fillDocuments(folder)
  unpackNativePackages(folder)
  const program = { name, version, license, private: true, type, engines, main: 'server/dist/notas.js' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(program, null, 2)}\n`)
  const packages = releasePackages()
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences(packages))
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom({ name, version, license }, packages))
  pack(folder)
} finally {
  rmSync(staging, { recursive: true })
}
console.log(target)

/** Replaces the README's commands by those of a release, which has no sources to build, and links to its demo. */
function describeRelease(folder: string): void {
  const commands = /^```sh\n.*?^```$/ms
  const [release = ''] = commands.exec(readFileSync(join(folder, 'deploy/README.md'), 'utf8')) ?? []
  const [owner, name] = repository.split('/')
  const demo = `\n\n[Try it](https://${owner}.github.io/${name}/) in the browser, without a host.`
  const file = join(folder, 'README.md')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(commands, () =>
      process.env.REPOSITORY ? `${release}${demo}` : release,
    ),
  )
}

/** Names version and repository; links that lead out of the package lead to the repository. */
function fillDocuments(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => /\.md$|Dockerfile$/.test(one))) {
    const file = join(folder, name)
    const filled = readFileSync(file, 'utf8')
      .replaceAll('{{VERSION}}', version)
      .replaceAll('OWNER/REPO', repository)
      .replace(/(?<=\]\()(?!https:|#)[^)#]+/g, (link) =>
        existsSync(join(file, '..', link))
          ? link
          : `https://github.com/${repository}/blob/${commit || 'main'}/${join(dirname(name), link)}`,
      )
    writeFileSync(file, filled)
  }
}

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
