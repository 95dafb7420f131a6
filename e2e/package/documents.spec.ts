import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { call, createNote, createUser, listNotes, logIn } from '../support/api-client'
import { documented, documentedLine, named, operatorsCommands } from '../support/documents'
import { makePackage } from '../support/servers/package'
import { freePort, listenOnLoopback, ownProcess, waitForOrigin } from '../support/servers/process'

test.skip(process.platform !== 'linux', 'The package is made and runs on Linux.')

// One worker, so that the tests share one archive.
test.describe.configure({ mode: 'default' })

/** Name of the archive in the documents. */
const ARCHIVE = 'notas-1.1.0.tar.gz'

let archives: string
let folder: string

test.beforeAll(() => {
  test.setTimeout(120_000)
  archives = mkdtempSync(join(tmpdir(), 'notas-archives-'))
  const archive = makePackage(archives, { REPOSITORY: 'carmen/notas' })
  if (basename(archive) !== ARCHIVE) cpSync(archive, join(archives, ARCHIVE))
  execFileSync('sh', ['-c', `sha256sum ${ARCHIVE} > ${ARCHIVE}.sha256`], { cwd: archives })
})
test.afterAll(() => rmSync(archives, { recursive: true }))

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notas-'))
})
test.afterEach(() => rmSync(folder, { recursive: true }))

/** The folder of someone who has downloaded a release. */
function download(): void {
  cpSync(join(archives, ARCHIVE), join(folder, ARCHIVE))
}

function unpack(): void {
  execFileSync('tar', ['xf', join(archives, ARCHIVE), '-C', folder])
}

/** npm tells its programs where it was started, and these commands are started elsewhere. */
const { INIT_CWD: _, ...ENV } = process.env

type Shell = { cwd?: string; env?: Record<string, string>; input?: string }

/** Runs commands to their end, and returns what they print. */
function run(commands: string, { cwd = folder, env = {}, input = '' }: Shell = {}): string {
  const options = { cwd, env: { ...ENV, ...env }, input, stdio: 'pipe', encoding: 'utf8' } as const
  return execFileSync('sh', ['-ec', commands], options)
}

/** Runs commands of which the last one serves, on a free port. */
async function serve(commands: string, { cwd = folder, env = {} }: Shell = {}) {
  const own = { NODE_ENV: 'production' as const, PORT: '0', ...env }
  const last = commands.trim().replace(/(node|npm) [^\n;&]*$/, 'exec $&')
  const child = spawn('sh', ['-ec', last], { cwd, env: { ...ENV, ...own } })
  const host = ownProcess(child)
  return { ...host, origin: await waitForOrigin(child, host) }
}

test('a release is downloaded, checked and started', async () => {
  const releases = await listenOnLoopback(
    createServer(({ url = '' }, response) => response.end(readFileSync(join(archives, basename(url))))),
  )
  const commands = documented('deploy/README.md', 'curl -fL')
  const address = 'https://github.com/OWNER/REPO/releases/download/v1.1.0'
  expect(commands).toContain(address)
  const host = await serve(commands.replace(address, releases.origin))
  expect((await call(host, 'GET', '/app/')).status).toBe(200)
  expect(host.output()).toContain(`${ARCHIVE}: OK`)
  await Promise.all([host.stop(), releases.stop()])
})

test('an unpacked release runs with Node alone, and behind a proxy', async () => {
  download()
  for (const commands of [
    documented('server/README.md', 'tar xf'),
    documented('deploy/README.md', 'node --env-file=notas.env notas\n'),
    named('server/README.md', /^node --env-file=notas\.env notas$/),
  ]) {
    const host = await serve(commands)
    expect((await call(host, 'GET', '/app/')).status, commands).toBe(200)
    await host.stop()
  }
  expect(run(named('server/README.md', /^node notas --version$/))).toMatch(/^Notas 1\.1\.0/)
  expect(run(named('SECURITY.md', /^node notas --version$/))).toMatch(/^Notas 1\.1\.0/)
})

test('a family gets its host, and Ana her link', async () => {
  unpack()
  const port = await freePort()
  const [serving, creating = ''] = documented('deploy/README.md', 'create-user').split(/\n(?=.*create-user)/)
  const host = await serve(String(serving).replace('HOST=0.0.0.0', 'HOST=127.0.0.1'), {
    env: { PORT: String(port) },
  })
  expect(run(creating)).toMatch(/http:\/\/mini\.local:3000\/app\/reset-password\/#/)
  const refused = await call(host, 'POST', '/api/auth/register', {
    json: { userName: 'Eva', email: 'eva@example.com', password: 'una clave larga' },
  })
  expect(refused.status).toBe(403)
  run(named('deploy/README.md', /^node notas admin backup FILE$/).replace('FILE', 'copy.db'))
  run('node notas admin create-user eva@example.com')
  await host.stop()
  run(documented('deploy/README.md', 'cp copy.db'))
  expect(run('node notas admin users')).toMatch(/ana@example\.com/)
  expect(run('node notas admin users')).not.toMatch(/eva@example\.com/)
})

test('a copy is restored into the volume of Compose, and nothing of the old database is written over it', async () => {
  unpack()
  const host = await serve('node notas')
  const before = await createUser(host)
  run('node notas admin backup copy.db')
  const after = await createUser(host)
  host.kill('SIGKILL')
  await host.exited
  expect(statSync(join(folder, 'data/notas.db-wal')).size).toBeGreaterThan(0)

  const commands = documented('deploy/README.md', 'compose.yaml run')
  const [, inside = ''] = /( sh -c '[^']+' < copy\.db)$/m.exec(commands) ?? []
  run(inside.replace('/opt/notas', 'notas'))
  const users = run('node notas admin users')
  expect(users).toContain(before.email)
  expect(users).not.toContain(after.email)
})

test("each command of the operator's table does what its row says", async () => {
  unpack()
  run(documented('deploy/README.md', 'node --env-file=notas.env notas\n').split('\n')[0] ?? '')
  const plain = named('server/README.md', /^node notas admin COMMAND$/)
  const withSettings = named('server/README.md', /^node --env-file=notas\.env notas admin COMMAND$/)
  const host = await serve('node --env-file=notas.env notas')
  const user = await createUser(host)
  const note = await createNote(host, user, 'Plantas', 'Riego los martes')
  const values = { EMAIL: user.email, FILE: 'copia', ID: note._id, '[--yes]': '--yes' }
  const admin = (command: string, form = plain, input = '') =>
    run(
      form.replace(
        'COMMAND',
        command.replace(/EMAIL|FILE|ID|\[--yes\]/g, (name) => values[name as never]),
      ),
      { input },
    )
  const deleteNote = () => call(host, 'DELETE', `/api/notes/${note._id}`, { token: user.token })

  const told: Record<string, (command: string) => unknown> = {
    'create-user EMAIL': (command) =>
      expect(admin(command.replace('EMAIL', 'ana@example.com'), withSettings)).toContain(
        'https://notas.example.com/app/reset-password/#',
      ),
    users: (command) => expect(admin(command)).toMatch(RegExp(`^${user.email} .* ${user.userName}`, 'm')),
    'reset-password EMAIL': async (command) => {
      expect(admin(command, plain, 'otra clave larga\n')).toContain('has the new password')
      user.token = await logIn(host, { ...user, password: 'otra clave larga' })
    },
    'reset-link EMAIL': (command) => expect(admin(command, withSettings)).toContain('/reset-password/#'),
    'unlink EMAIL': (command) =>
      expect(() => admin(command)).toThrow(`${user.email} logs in with no provider.`),
    'trash EMAIL': async (command) => {
      await deleteNote()
      expect(admin(command)).toMatch(RegExp(`^${note._id} .* Plantas$`, 'm'))
    },
    'restore-note EMAIL ID': async (command) => {
      admin(command)
      expect(await listNotes(host, user)).toEqual([note])
    },
    'export EMAIL FILE': (command) => expect(admin(command)).toContain('copia'),
    'import EMAIL FILE': async (command) => {
      await deleteNote()
      admin(command)
      expect(await listNotes(host, user)).toMatchObject([{ title: 'Plantas' }])
      rmSync(join(folder, 'copia'))
    },
    'backup FILE': (command) => expect(admin(command)).toMatch(/^The backup is in .*copia\.\n$/),
    'verify-backup FILE': (command) => expect(admin(command)).toMatch(/Users: 2, notes: 1,/),
    'end-sessions EMAIL': async (command) => {
      admin(command)
      expect((await call(host, 'GET', '/api/notes', { token: user.token })).status).toBe(401)
    },
    'delete-user EMAIL [--yes]': (command) => {
      admin(command)
      expect(admin('users')).not.toContain(user.email)
    },
  }
  expect(operatorsCommands().sort()).toEqual(Object.keys(told).sort())
  for (const [command, isDone] of Object.entries(told)) await isDone(command)
  await host.stop()
})

test('a finished build is moved, and its site has what a static host serves', () => {
  unpack()
  run(documented('deploy/README.md', 'node notas rebase'))
  expect(readdirSync(join(folder, 'out-recipes'))).toContain('nginx.conf')
  run(documented('deploy/README.md', 'site=site/app'))
  expect(readdirSync(join(folder, 'site')).sort()).toEqual(['404.html', 'app'])
  const page = readFileSync(join(folder, 'site/app/index.html'), 'utf8')
  expect(page).toContain('/app/_next/static/')
  const scripts = readdirSync(join(folder, 'site/app/_next/static'), { recursive: true, encoding: 'utf8' })
  const named = scripts.filter((name) => name.endsWith('.js'))
  expect(
    named.some((name) =>
      readFileSync(join(folder, 'site/app/_next/static', name), 'utf8').includes('https://api.example.com'),
    ),
  ).toBe(true)
})

test("a release's demo is made by the commands of its workflow", () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8')
  const [, lines = ''] =
    /^ {6}- run: \|\n((?: {10}.*\n)*? {10}node notas rebase --demo .*\n)/m.exec(workflow) ?? []
  mkdirSync(join(folder, 'dist'))
  cpSync(join(archives, ARCHIVE), join(folder, 'dist', ARCHIVE))
  run(lines, { env: { GITHUB_REPOSITORY: 'carmen/libreta' } })
  expect(workflow).toContain('path: notas/out\n')
  const page = readFileSync(join(folder, 'notas/out/index.html'), 'utf8')
  expect(page).toContain('/libreta/_next/static/')
  expect(page).toContain('demo')
})

test('a host of others is checked by the command of its page', async () => {
  unpack()
  const host = await serve('node notas', { env: { CORS_ORIGINS: 'https://notas.example.com' } })
  const commands = documented('docs/write-your-own-host.md', 'node notas contract')
  expect(commands).toContain('https://api.example.com')
  const output = run(commands.replace('https://api.example.com', host.origin))
  expect(output).toContain('The contract holds.')
  expect(output).toMatch(/^holds .*CORS/m)
  const short = named('packages/host-contract/README.md', /^node notas contract URL$/)
  expect(run(short.replace('URL', host.origin))).toContain('The contract holds.')
  await host.stop()
})

test.describe('in a clone', () => {
  const clone = resolve('dist/clone')
  const env = { DATABASE_URL: 'file:./data/notas.db', REPOSITORY: '' }

  test.beforeAll(() => {
    test.setTimeout(120_000)
    rmSync(clone, { recursive: true, force: true })
    mkdirSync(clone, { recursive: true })
    const left = ['.git', '.next', 'data', 'dist', 'node_modules', 'e2e/exports', 'e2e/results']
    const excluded = left.map((name) => `--exclude=./${name}`).join(' ')
    execFileSync('sh', ['-c', `tar c ${excluded} . | tar x -C '${clone}' && cp -al node_modules '${clone}'`])
  })
  test.afterAll(() => rmSync(clone, { recursive: true, force: true }))

  test('Notas is started, checked and packed', async () => {
    test.setTimeout(120_000)
    // Each run of the tests begins with this script.
    run('npm pkg set scripts.build=true', { cwd: clone })
    const shell = { cwd: clone, env }
    for (const command of [
      documentedLine('README.md', 'npm ci && npm start').replace('npm ci && ', ''),
      named('README.md', /^npm run serve$/),
    ]) {
      const host = await serve(command, shell)
      expect((await call(host, 'GET', '/app/')).status, command).toBe(200)
      await createUser(host)
      const checking = named('README.md', /^npm run contract -- URL$/).replace('URL', host.origin)
      expect(run(checking, shell)).toContain('The contract holds.')
      await host.stop()
    }
    const users = named('server/README.md', /^npm run admin -- COMMAND$/).replace('COMMAND', 'users')
    expect(run(users, shell)).toMatch(/^Email +User name/m)

    expect(run(named('server/README.md', /^npm run package$/), shell)).toMatch(
      /^dist\/notas-1\.1\.0.*\.tar\.gz$/m,
    )
    expect(existsSync(join(clone, 'dist'))).toBe(true)
  })

  test('the tables of settings and of measures are written', () => {
    const before = readFileSync('server/README.md', 'utf8')
    run(named('CONTRIBUTING.md', /^npm run docs:settings -w server$/), { cwd: clone })
    expect(readFileSync(join(clone, 'server/README.md'), 'utf8')).toBe(before)
    // It counts what Git has.
    const measuring = named('CONTRIBUTING.md', /^npx tsx bench\/measures\.ts$/)
    expect(run(measuring, { cwd: '.' })).toMatch(/documents, words.* \S*\d{4,}/)
  })

  test('npm run dev leads from its first address to the front end, with a host or with the demo', async () => {
    test.setTimeout(180_000)
    for (const command of [
      documentedLine('README.md', 'npm run dev  '),
      documentedLine('README.md', 'npm run dev -- --demo'),
    ]) {
      const [web, api] = [await freePort(), await freePort()]
      const ports = { WEB_PORT: String(web), API_PORT: String(api), DATABASE_URL: 'file:./data/dev.db' }
      const child = spawn('sh', ['-c', `exec ${command}`], {
        cwd: clone,
        env: { ...ENV, ...ports },
        detached: true,
      })
      const dev = ownProcess(child)
      try {
        await expect.poll(dev.output, { timeout: 60_000 }).toMatch(/Ready in/)
        if (!command.includes('--demo'))
          await expect.poll(dev.output, { timeout: 60_000 }).toContain(`open http://localhost:${web}/app/.`)
        const page = await fetch(`http://localhost:${web}/`)
        expect(page.url).toBe(`http://localhost:${web}/app/`)
        expect(await page.text()).toContain('<title>Log in · Notas</title>')
      } finally {
        process.kill(-dev.pid, 'SIGTERM')
        await dev.exited
      }
    }
  })
})
