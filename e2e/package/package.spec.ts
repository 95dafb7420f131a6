import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { call, createNote, createUser, listNotes } from '../support/api-client'
import { keptReleases, restoreRelease, takingOver } from '../support/kept-databases'
import {
  canIsolate,
  createContainer,
  createMachine,
  type Machine,
  makePackage,
} from '../support/servers/package'

test.skip(process.platform !== 'linux', 'The package is made and runs on Linux.')

// One worker, so that the tests share one archive.
test.describe.configure({ mode: 'default' })

/** Processor in an ELF file, and the name of the C library that it loads. */
const SYSTEMS = {
  'x64 with glibc': [62, 'libc.so.6'],
  'x64 with musl': [62, /libc\.(musl-x86_64\.so\.1|so)\0/],
  'arm64 with glibc': [183, 'libc.so.6'],
  'arm64 with musl': [183, /libc\.(musl-aarch64\.so\.1|so)\0/],
} as const

const REPOSITORY = { REPOSITORY: 'carmen/notas' }

let folder: string
let archive: string
let machine: Machine

/** Folder of the unpacked archive. */
const unpacked = () => join(folder, 'unpacked/notas')

const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(root, file)).isFile(),
  )

test.beforeAll(() => {
  test.setTimeout(120_000)
  folder = mkdtempSync(join(tmpdir(), 'notas-package-'))
  archive = makePackage(join(folder, 'first'), REPOSITORY)
  machine = createMachine(archive)
  mkdirSync(join(folder, 'unpacked'))
  execFileSync('tar', ['xf', archive, '-C', join(folder, 'unpacked')])
})
test.afterAll(() => {
  machine?.remove()
  rmSync(folder, { recursive: true })
})

test('the package runs with Node alone, and notes are there after a restart', {
  tag: '@default',
}, async () => {
  const first = await machine.serve()
  const page = await call(first, 'GET', '/app/')
  expect(page.status).toBe(200)
  expect(page.body.toString()).toContain('<title>Log in · Notas</title>')
  const user = await createUser(first)
  const note = await createNote(first, user, 'Plantas', 'Riego los martes')
  await first.stop()
  expect(await first.exited).toBe(0)

  const second = await machine.serve({ PASSWORD_POLICY: 'strong' })
  expect(await listNotes(second, user)).toEqual([note])
  const common = { userName: 'Ana', email: 'ana@example.com', password: 'password1' }
  const refused = await call(second, 'POST', '/api/auth/register', { json: common })
  expect([refused.status, refused.body.toString()]).toEqual([
    400,
    expect.stringContaining('Esa contraseña es de las más usadas'),
  ])
  await second.stop()
  expect(machine.run(['admin', 'users'])).toEqual({ status: 0, output: expect.stringContaining(user.email) })
})

test('the image works as another user, without capabilities, and writes nothing but /data', async () => {
  test.skip(!canIsolate(), 'Only root can make such a container.')
  const container = createContainer(archive, 54_321)
  const env = { HOST: '127.0.0.1' }
  const first = await container.serve(env)
  const status = readFileSync(`/proc/${first.pid}/status`, 'utf8')
  expect(status).toMatch(/^Uid:(\s+54321){4}$/m)
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
  for (const set of ['CapPrm', 'CapEff', 'CapBnd']) expect(status).toMatch(RegExp(`^${set}:\\s+0+$`, 'm'))
  const user = await createUser(first)
  const note = await createNote(first, user, 'Plantas', 'Riego los martes')
  expect(container.run(['admin', 'backup', 'copia.db'])).toEqual({
    status: 0,
    output: 'The backup is in /data/copia.db.\n',
  })
  expect(container.run(['admin', 'export', user.email, '/opt/notas/a.zip'])).toEqual({
    status: 1,
    output: "There is no export: EROFS: read-only file system, open '/opt/notas/a.zip'.\n",
  })
  await first.stop()
  expect(await first.exited).toBe(0)

  const second = await container.serve({ ...env, BASE_PATH: '/otra', DATABASE_URL: 'file:copia.db' })
  expect(await listNotes(second, user)).toEqual([note])
  expect((await call(second, 'GET', '/otra/notas/')).status).toBe(200)
  await second.stop()
  container.remove()
})

for (const release of keptReleases()) {
  test(`the package goes on with the data of ${release}`, async () => {
    const data = await restoreRelease(release, `file:${join(machine.folder, `${release}.db`)}`)
    const env = { ...takingOver(data), DATABASE_URL: `file:./${release}.db` }
    const [user] = data.users
    const first = await machine.serve(env)
    expect(await listNotes(first, user)).toEqual(user.responses['/api/notes'])
    const note = await createNote(first, user, 'Plantas', 'Riego los martes')
    await first.stop()

    const second = await machine.serve(env)
    expect((await listNotes(second, user))[0]).toEqual(note)
    await second.stop()
    const users = machine.run(['admin', 'users'], env)
    expect(users).toEqual({ status: 0, output: expect.stringContaining(user.email) })
  })
}

test('the package moves its front end, in memory and on disk', async () => {
  const host = await machine.serve({ BASE_PATH: '/otra' })
  const page = await call(host, 'GET', '/otra/notas/')
  expect(page.status).toBe(200)
  const [script = ''] = /\/otra\/_next\/static\/[^"]+\.js/.exec(page.body.toString()) ?? []
  expect((await call(host, 'GET', script)).status).toBe(200)
  await host.stop()

  expect(machine.run(['rebase', '--base-path', '/a/b', 'notas/out'])).toEqual({
    status: 0,
    output: expect.stringMatching(/^notas\/out is now a build for \/a\/b .+ in .*\/notas\/out-recipes\.\n$/),
  })
})

test('a wrong command prints the usage of the package, and so does --help', () => {
  for (const [args, status] of [
    [['serv'], 1],
    [['--help'], 0],
    [['help'], 0],
  ] as const)
    expect(machine.run([...args])).toEqual({
      status,
      output: expect.stringMatching(/^Usage: node notas {2,}serves/),
    })
  expect(machine.run(['rebase', '--help'])).toEqual({
    status: 0,
    output: expect.stringMatching(/^Usage: node notas rebase /),
  })
  for (const [args, sentence] of [
    [['rebase', 'out'], "required option '--base-path <PATH>' not specified\n"],
    [['rebase', '--base-path', '/a'], "missing required argument 'FOLDER'\n"],
    [['contract', 'a'], "'a' is no URL of a host.\n"],
    [['contract', 'http://127.0.0.1:1/api/'], 'The URL ends before /api: all calls begin with it.\n'],
    [
      ['contract', 'http://127.0.0.1:1', '--front-end', 'https://a.example/app'],
      "'https://a.example/app' is no origin, such as https://notas.example.com.\n",
    ],
  ] as const)
    expect(machine.run([...args])).toEqual({ status: 1, output: sentence })
  expect(machine.run(['admin'])).toEqual({
    status: 1,
    output: expect.stringMatching(/^Usage: node notas admin \[options\] \[command\]\n/),
  })
})

test('the file, its package.json and the programs have the name of the build', async () => {
  const read = (file: string) => JSON.parse(readFileSync(join(unpacked(), file), 'utf8'))
  const { version, commit, date, sources } = read('out/build.json')
  expect(basename(archive)).toBe(`notas-${version}.tar.gz`)
  expect(read('package.json').version).toBe(version)
  const details = [commit && `commit ${commit.slice(0, 10)}`, date, `front end ${sources.slice(0, 7)}`]
  const dockerfile = readFileSync(join(unpacked(), 'deploy/Dockerfile'), 'utf8')
  expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`)
  const name = `Notas ${version} (${details.filter(Boolean).join(', ')})`
  expect(machine.run(['--version'])).toEqual({ status: 0, output: `${name}\n` })
  expect(machine.run(['admin', '--version'])).toEqual({ status: 0, output: `${name}\n` })
  const host = await machine.serve()
  const started = JSON.stringify({ event: 'started', version, commit, date, url: `${host.origin}/app/` })
  expect(host.output()).toContain(started.slice(1))
  await host.stop()
})

test('the same build gives the same archive, byte for byte', () => {
  test.setTimeout(120_000)
  const env = { ...REPOSITORY, TZ: 'Asia/Tokyo', LANG: 'C' }
  const again = makePackage(join(folder, 'second'), env)
  expect(basename(again)).toBe(basename(archive))
  expect(readFileSync(again).equals(readFileSync(archive))).toBe(true)
})

test('the README of the package begins with the commands of a release, not of a clone, and links to the demo', () => {
  const [, commands = '', next = ''] = readFileSync(join(unpacked(), 'README.md'), 'utf8').split('```')
  expect(commands).toContain('/carmen/notas/releases/download/')
  expect(commands).toContain('&& node notas')
  expect(commands).not.toContain('npm ci')
  expect(next).toContain('[Try it](https://carmen.github.io/notas/) in the browser')
})

test('every link of a document leads to a file of the package or of the repository', () => {
  let links = 0
  for (const name of filesOf(unpacked()).filter((file) => file.endsWith('.md'))) {
    const document = readFileSync(join(unpacked(), name), 'utf8')
    expect(document).not.toContain('OWNER/REPO')
    for (const [, link = ''] of document.matchAll(/\]\(([^)#]+)/g)) {
      const [, path] = /^https:\/\/github\.com\/carmen\/notas\/blob\/[^/]+\/(.+)/.exec(link) ?? []
      if (/^https:/.test(link) && !path) continue
      expect(existsSync(path ?? join(unpacked(), name, '..', link)), `${link} in ${name}`).toBe(true)
      links += 1
    }
  }
  expect(links).toBeGreaterThan(20)
})

test('the archive has what the program needs, and nothing of tests, sources or this machine', () => {
  const files = filesOf(unpacked())
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'out/index.html', 'server/dist/notas.js']))
  const sources = /\.(ts|tsx|mts|cts|map|c|h|cc|cpp|gyp)$|e2e|bench/
  expect(files.filter((file) => sources.test(file) && !file.startsWith('out/_next/'))).toEqual([])
  const ofThisMachine = files.filter((file) => readFileSync(join(unpacked(), file)).includes(process.cwd()))
  expect(ofThisMachine).toEqual([])
})

test('the native packages are there for every system', () => {
  const binaries = filesOf(unpacked()).filter((file) => file.endsWith('.node'))
  for (const name of ['@node-rs', '@photostructure']) {
    const systems = binaries
      .filter((file) => file.includes(`/${name}/`))
      .map((file) => systemOf(readFileSync(join(unpacked(), file))))
    expect(systems.sort(), name).toEqual(Object.keys(SYSTEMS).sort())
  }
})

function systemOf(binary: Buffer): string | undefined {
  const text = binary.toString('latin1')
  return Object.entries(SYSTEMS).find(
    ([, [machine, library]]) => binary.readUInt16LE(18) === machine && text.match(library),
  )?.[0]
}

test('every package in the archive has its licence in the list, and is in the SBOM', () => {
  const files = filesOf(unpacked())
  const read = (file: string) => readFileSync(join(unpacked(), file), 'utf8')
  const inHost = files
    .filter((file) => /^server\/dist\/.*\.js$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/^\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)/gm)])
    .map(([, name]) => name)
  expect(new Set(inHost).size).toBeGreaterThan(20)
  const unbundled = files.flatMap((file) => /^node_modules\/(.+)\/package\.json$/.exec(file)?.[1] ?? [])
  const inFrontEnd = 'next react react-dom scheduler swr diff fflate htmlparser2 serwist idb'.split(' ')
  const sections = read('THIRD-PARTY-LICENSES.txt').matchAll(/^-{80}\n(\S+) \S+\n(.+)$/gm)
  const licences = new Map([...sections].map(([, name, licence]) => [name, licence]))
  for (const name of new Set([...inHost, ...unbundled, ...inFrontEnd]))
    expect(licences.get(name), name).toMatch(/^(MIT|MIT-0|ISC|BSD-\d-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/)
  const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { name: string; purl: string }[] }
  expect(new Set(components.map(({ name }) => name))).toEqual(new Set(licences.keys()))
  for (const { name, purl } of components)
    expect(purl, name).toMatch(/^pkg:npm\/(%40[\w-]+\/)?[\w.-]+@\d+\.\d+\.\d+/)
})
