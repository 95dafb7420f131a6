import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '@/server/store/open'
import { startHost } from '../host-process'
import { call, expect, lockDatabase, test } from './calls'

let folder: string

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notas-settings-'))
})

test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const WRONG: [variable: string, value: string][] = [
  ['BASE_PATH', 'app'],
  ['BASE_PATH', '/api'],
  ['BASE_PATH', '/'],
  ['BASE_PATH', '/app/'],
  ['BASE_PATH', '/mis notas'],
  ['BASE_PATH', '//app'],
  ['BASE_PATH', '/app?a=1'],
  ['BASE_PATH', 'https://example.com/app'],
  ['PORT', ''],
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', ' 3000'],
  ['PORT', '0x10'],
  ['PORT', '1e3'],
  ['HOST', '256.1.1.1'],
  ['HOST', '192.0.2.1'],
  ['DATABASE_URL', ''],
  ['DATABASE_URL', 'file:'],
  ['DATABASE_URL', 'notas.db'],
  ['DATABASE_URL', 'mysql://localhost/notas'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'example.com'],
  ['CORS_ORIGINS', 'https://example.com/'],
  ['CORS_ORIGINS', 'https://example.com/app'],
  ['CORS_ORIGINS', 'https://a.example https://b.example'],
  ['CORS_ORIGINS', 'ftp://example.com'],
  ['CORS_ORIGINS', 'null'],
]

for (const [variable, value] of WRONG) {
  test(`${variable}='${value}' stops the start with one sentence that names it`, async () => {
    const { code, output } = await runHost({ [variable]: value })

    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`^${variable} .+\\.\n$`))
    expect(output).toContain(`'${value}'`)
  })
}

test('a base path that the front end was not built for stops the start', async () => {
  for (const basePath of ['/otra', '/ap', '/app/notas', '']) {
    const { code, output } = await runHost({ BASE_PATH: basePath })
    expect(code).toBe(1)
    expect(output).toMatch(/^BASE_PATH .+npm run build.+\n$/)
  }
})

test('a front end that was not built stops the start', async () => {
  const { code, output } = await runHost({}, folder)

  expect(code).toBe(1)
  expect(output).toMatch(/^There is no front end in .+out: run 'npm run build' first\.\n$/)
})

test('a port that another program has taken stops the start', async ({ host }) => {
  const { port } = new URL(host.origin)
  const { code, output } = await runHost({ PORT: port })

  expect(code).toBe(1)
  expect(output).toBe(`PORT is ${port}, which another program has taken.\n`)
})

const DATABASES: [name: string, path: string][] = [
  ['in a folder that cannot be made', 'file/notas.db'],
  ['that is a folder', 'folder'],
  ['that is another kind of file', 'file'],
]

for (const [name, path] of DATABASES) {
  test(`a database ${name} stops the start`, async () => {
    writeFileSync(join(folder, 'file'), 'no es una base de datos, sino un texto'.repeat(100))
    mkdirSync(join(folder, 'folder'))
    const { code, output } = await runHost({ DATABASE_URL: `file:${join(folder, path)}` })

    expect(code).toBe(1)
    expect(output).toMatch(/^DATABASE_URL is 'file:.+', which cannot be used: .+\.\n$/)
  })
}

test('the folder of the database is made where there is none', async () => {
  const host = await startHost({ databaseFile: join(folder, 'a', 'b', 'notas.db') })
  expect((await call(host, 'GET', '/api/health')).status).toBe(200)
  await host.stop()
})

test('the start waits for a database that another program has locked', async () => {
  const databaseFile = join(folder, 'notas.db')
  const { close } = await openDatabase(databaseFile)
  close()

  const unlock = lockDatabase({ databaseFile })
  const starting = startHost({ databaseFile })
  const attempt = openDatabase(databaseFile, 0)
  await expect(attempt).rejects.toThrow(
    /^DATABASE_URL is 'file:.+', which cannot be used: database is locked\.$/,
  )
  unlock()

  const host = await starting
  expect((await call(host, 'GET', '/api/health')).status).toBe(200)
  await host.stop()
})

const RIGHT: Record<string, string>[] = [
  { CORS_ORIGINS: '' },
  { CORS_ORIGINS: 'https://a.example, http://localhost:3000,' },
  { HOST: '' },
  { HOST: 'localhost' },
  { NODE_ENV: 'production' },
]

for (const env of RIGHT) {
  test(`the host starts with ${JSON.stringify(env)}`, async () => {
    const host = await startHost({ env })
    expect((await call(host, 'GET', '/app/')).status).toBe(200)
    await host.stop()
  })
}

test('beside the front end of npm run dev the host serves the API alone', async () => {
  const { code, output } = await runHost({ NODE_ENV: 'development', PORT: '70000' }, folder)
  expect([code, output]).toEqual([1, expect.stringMatching(/^PORT /)])

  const host = await startHost({ env: { NODE_ENV: 'development' }, cwd: folder })
  expect((await call(host, 'GET', '/api/health')).status).toBe(200)
  expect((await call(host, 'GET', '/app/')).status).toBe(404)
  await host.stop()
})

/** Runs a host that should stop by itself. */
function runHost(env: Record<string, string>, cwd?: string): Promise<{ code: unknown; output: string }> {
  const settings = { PORT: '0', DATABASE_URL: `file:${join(folder, 'notas.db')}`, ...env }
  return new Promise((settle) => {
    execFile(
      process.execPath,
      [resolve('server/dist/main.js')],
      { cwd, env: { ...process.env, ...settings }, timeout: 15_000, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => settle({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}
