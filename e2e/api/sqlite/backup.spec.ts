import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Note } from '@/lib/domain/note'
import {
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  logIn,
  type Origin,
  type User,
} from '../../support/api-client'
import { test as base, expect } from '../../support/api-fixtures'
import { fileOf } from '../../support/database'
import { failed, runAdmin, succeeded } from '../../support/servers/admin'
import { startHost } from '../../support/servers/host'

const test = base.extend({
  databaseUrl: ({ folder }, use) => use(`file:${join(folder, 'notas.db')}`),
})

test('a backup during writes has what was confirmed', { tag: '@slow' }, async ({ start, folder }) => {
  const host = await start()
  const users = await Promise.all([createUser(host), createUser(host), createUser(host)])
  const writers = users.map((user) => writeNotes(host, user))
  await expect.poll(() => Math.min(...writers.map(({ confirmed }) => confirmed.length))).toBeGreaterThan(20)

  const file = join(folder, 'copia.db')
  const before = writers.map(({ confirmed }) => [...confirmed])
  const run = await runAdmin(host.databaseUrl, ['backup', file])
  expect(run).toEqual(succeeded(`The backup is in ${file}.\n`))
  for (const writer of writers) await writer.stop()
  for (const [index, { confirmed }] of writers.entries())
    expect(confirmed.length).toBeGreaterThan(before[index]?.length ?? 0)

  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['copia.db', 'notas.db', 'notas.db-shm', 'notas.db-wal'])
  const copy = new DatabaseSync(file, { readOnly: true })
  expect(copy.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  copy.close()

  const second = await startHost({ databaseUrl: `file:${file}` })
  for (const [index, user] of users.entries()) {
    const notes = await listNotes(second, { token: await logIn(second, user) })
    expect(notes).toEqual(expect.arrayContaining(before[index] as Note[]))
    expect(await listNotes(host, user)).toEqual(expect.arrayContaining(notes))
  }
  await second.stop()
})

test('a backup overwrites no file; a failed one leaves none', { tag: '@slow' }, async ({ start, folder }) => {
  const { databaseUrl } = await start()
  const file = join(folder, 'copia.db')
  writeFileSync(file, 'la de ayer')
  mkdirSync(join(folder, 'carpeta'))

  for (const taken of [file, join(folder, 'carpeta'), join(folder, 'notas.db')]) {
    const run = await runAdmin(databaseUrl, ['backup', taken])
    expect(run).toEqual(failed(`${taken} exists already: choose another name.\n`))
  }
  expect(readFileSync(file, 'utf8')).toBe('la de ayer')
  rmSync(file)

  const text = join(folder, 'texto')
  writeFileSync(text, 'no es una base de datos, sino un texto'.repeat(100))

  for (const [database, target] of [
    [databaseUrl, join(folder, 'no', 'copia.db')],
    [`file:${text}`, file],
  ] as const) {
    const { code, output, errors } = await runAdmin(database, ['backup', target])
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^There is no backup: .+\.\n$/)
    expect(existsSync(target)).toBe(false)
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('copia'))).toEqual([])
})

test('backup leads to the documentation for a PostgreSQL database', async () => {
  expect(await runAdmin('postgres://carmen:clave@127.0.0.1/notas', ['backup', 'copia.db'])).toEqual(
    failed('A PostgreSQL database is backed up by its own program: see Backups in server/README.md.\n'),
  )
})

test('an admin command does not create a missing database', async ({ databaseUrl }) => {
  const missing = databaseUrl.replace(/[^/]+$/, 'otra/notas.db')
  for (const args of [['users'], ['end-sessions', 'carmen@correo.es'], ['backup', 'copia.db']]) {
    expect(await runAdmin(missing, args)).toEqual(
      failed(
        `DATABASE_URL is '${missing}', where there is no database: start the host once, or go to its folder.\n`,
      ),
    )
  }
  expect(existsSync(dirname(fileOf(missing)))).toBe(false)
})

test('a hostile copy loads no library when it is verified', async ({ folder }) => {
  const file = join(folder, 'mala.db')
  copyFileSync('e2e/databases/1.0.0/sqlite.db', file)
  const database = new DatabaseSync(file)
  database.exec(
    "CREATE TRIGGER malo AFTER INSERT ON migrations BEGIN SELECT load_extension('/tmp/mala.so'); END",
  )
  database.close()
  expect(await runAdmin('file:notas.db', ['verify-backup', file])).toEqual(
    failed(`${file} cannot be restored: unsafe use of load_extension().\n`),
  )
})

test('a backup without a host has the data of the WAL; restored, it replaces data and ETags', {
  tag: '@slow',
}, async ({ start, folder }) => {
  const killed = await start()
  const user = await createUser(killed)
  const note = await createNote(killed, user, 'Compras')
  killed.kill('SIGKILL')
  await killed.exited
  const backup = join(folder, 'copia.db')
  const file = fileOf(killed.databaseUrl)
  expect((await runAdmin(killed.databaseUrl, ['backup', backup])).code).toBe(0)

  const host = await start()
  await createNote(host, user, 'Perdida')
  const { etag } = (await call(host, 'GET', '/api/notes', { token: user.token })).headers
  await host.stop()
  expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)

  copyFileSync(backup, file)
  const again = await start()
  expect(await listNotes(again, user)).toEqual([note])
  const other = await createNote(again, user, 'Otra')
  const headers = { 'If-None-Match': String(etag) }
  const list = await call(again, 'GET', '/api/notes', { token: user.token, headers })
  expect(list.status).toBe(200)
  expect(jsonOf(list)).toEqual([other, note])
})

type Writer = { confirmed: Note[]; stop: () => Promise<void> }

/** Creates notes one after the other and collects the confirmed ones. */
function writeNotes(host: Origin, user: User): Writer {
  const confirmed: Note[] = []
  let isStopped = false
  async function write(): Promise<void> {
    while (!isStopped)
      confirmed.push(await createNote(host, user, `Nota ${confirmed.length}`, 'a'.repeat(10_000)))
  }
  const writing = write()
  return {
    confirmed,
    stop() {
      isStopped = true
      return writing
    },
  }
}
