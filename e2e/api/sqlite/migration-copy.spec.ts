import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { listNotes } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { fileOf } from '../../support/database'
import { restoreRelease, takingOver } from '../../support/kept-databases'
import { startHost } from '../../support/servers/host'
import type { OwnedProcess } from '../../support/servers/process'
import { waitFor } from '../../support/wait-for'

const copyOf = (databaseUrl: string) => `${fileOf(databaseUrl)}.before-migration`

test('a database is copied before its migrations, which are logged', async ({ start, databaseUrl }) => {
  const data = await restoreRelease('1.0.0', databaseUrl)
  const pending = migrationsOf(fileOf(databaseUrl)).length + 1
  const host = await start(takingOver(data))
  const [user] = data.users
  expect(await listNotes(host, user)).toEqual(user.responses['/api/notes'])

  const copy = copyOf(databaseUrl)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(migrationsOf(copy)).toHaveLength(pending - 1)
  const done = migrationsOf(fileOf(databaseUrl))
  expect(host.output()).toContain(`"event":"database.migrated","from":${pending - 1},"to":${done.length},`)

  await host.stop()
  const { mtimeMs } = statSync(copy)
  const again = await start(takingOver(data))
  expect(again.output()).not.toContain('database.migrated')
  expect(statSync(copy).mtimeMs).toBe(mtimeMs)
  const name = basename(fileOf(databaseUrl))
  const beside = readdirSync(dirname(copy)).filter((file) => file.startsWith(name))
  expect(beside.sort()).toEqual([name, `${name}-shm`, `${name}-wal`, `${name}.before-migration`])
})

test('a start that is killed amid its migrations leaves the database as it was, and the next one copies that', async ({
  start,
  databaseUrl,
}) => {
  const data = await restoreRelease('1.0.0', databaseUrl)
  const file = fileOf(databaseUrl)
  const before = migrationsOf(file)
  const counting = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
  run(file, `CREATE TRIGGER hold AFTER INSERT ON migrations WHEN NEW.number = 12 BEGIN ${counting}; END`)
  async function whileStarting(host: OwnedProcess): Promise<void> {
    await waitFor('a migration is under way', 20_000, () => isLocked(file))
    host.kill('SIGKILL')
  }
  const env = takingOver(data)
  await expect(startHost({ databaseUrl, env, whileStarting })).rejects.toThrow()
  expect(migrationsOf(file)).toEqual(before)

  run(file, 'DROP TRIGGER hold')
  const host = await start(env)
  expect(await listNotes(host, data.users[0])).toEqual(data.users[0].responses['/api/notes'])
  expect(migrationsOf(copyOf(databaseUrl))).toEqual(before)
})

test('the start stops without room for the copy, unless it is off', async ({ start, databaseUrl }) => {
  // A limit on the size of files stands for the full disk.
  test.skip(spawnSync('prlimit', ['--version']).status !== 0, 'There is no prlimit here.')
  const data = await restoreRelease('1.0.0', databaseUrl)
  const before = migrationsOf(fileOf(databaseUrl))
  const { status, stderr } = spawnSync(
    'prlimit',
    ['--fsize=100000', process.execPath, resolve('server/dist/notas.js')],
    { env: { ...process.env, DATABASE_URL: databaseUrl, PORT: '0' }, encoding: 'utf8' },
  )
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^DATABASE_URL is 'file:.+', which cannot be used: it cannot be copied before its migration \([^)]+\): make room beside it, or set MIGRATION_COPY=off\.\n$/,
  )
  expect(migrationsOf(fileOf(databaseUrl))).toEqual(before)

  const host = await start({ ...takingOver(data), MIGRATION_COPY: 'off' })
  expect(await listNotes(host, data.users[0])).toEqual(data.users[0].responses['/api/notes'])
  expect(host.output()).toContain('database.migrated')
  expect(existsSync(copyOf(databaseUrl))).toBe(false)
})

/** Whether another process holds the write lock for half a second. */
function isLocked(file: string): boolean {
  try {
    run(file, 'PRAGMA busy_timeout = 500; BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch {
    return true
  }
}

function run(file: string, statements: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec(statements)
  } finally {
    database.close()
  }
}

function migrationsOf(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare('SELECT number FROM migrations ORDER BY number').all()
    return rows.map(({ number }) => number)
  } finally {
    database.close()
  }
}
