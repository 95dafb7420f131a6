import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { openDatabase } from '@/server/store/open'
import { call } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { lockDatabase } from '../../support/database'
import { runHost, startHost } from '../../support/servers/host'

let folder: string

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notas-start-'))
})

test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
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

test('the host creates the missing folder of a database', async () => {
  const host = await startHost({ databaseUrl: `file:${join(folder, 'a', 'b', 'notas.db')}` })
  expect((await call(host, 'GET', '/api/health')).status).toBe(200)
  await host.stop()
})

test('the start waits for a database that another program has locked', { tag: '@slow' }, async ({
  createDatabase,
}) => {
  const databaseUrl = await createDatabase()
  const { close } = await openDatabase(databaseUrl)
  await close()

  const unlock = await lockDatabase({ databaseUrl })
  const starting = startHost({ databaseUrl })
  // The driver waits for 5 s.
  const { now } = performance
  const clock = mock.method(performance, 'now', () => 5 * now.call(performance))
  const attempt = openDatabase(databaseUrl, 0)
  await expect(attempt).rejects.toThrow(
    /^DATABASE_URL is 'file:.+', which cannot be used: database is locked\.$/,
  )
  clock.mock.restore()
  await unlock()

  const host = await starting
  expect((await call(host, 'GET', '/api/health')).status).toBe(200)
  await host.stop()
})
