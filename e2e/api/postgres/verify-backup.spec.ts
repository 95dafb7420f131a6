import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createNote, createUser, listNotes } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { select } from '../../support/database'
import { failed, runAdmin } from '../../support/servers/admin'
import { query } from '../../support/servers/postgres'
import { ownProcess } from '../../support/servers/process'
import { waitFor } from '../../support/wait-for'

const at = (name: string) => test.info().outputPath(name)

const TEMPORARY = "SELECT datname FROM pg_database WHERE datname LIKE 'notas_verify%'"

/** A plain dump with these statements. */
function writeDump(file: string, statements: string): string {
  const [start, end] = ['-- PostgreSQL database dump', '-- PostgreSQL database dump complete']
  writeFileSync(at(file), `--\n${start}\n--\n\n${statements}\n\n--\n${end}\n--\n`)
  return at(file)
}

test('a dump is verified only beside PostgreSQL, by a role that may create a database', async ({
  databaseUrl,
}) => {
  const file = writeDump('copia.sql', '')
  expect(await runAdmin('file:notas.db', ['verify-backup', file])).toEqual(
    failed(
      `${file} cannot be restored: DATABASE_URL must name a PostgreSQL database, beside which a temporary one is made.\n`,
    ),
  )
  await query(databaseUrl, 'CREATE ROLE sin_permiso LOGIN')
  const url = databaseUrl.replace('notas@', 'sin_permiso@')
  expect(await runAdmin(url, ['verify-backup', file])).toEqual(
    failed(
      `${file} cannot be restored: DATABASE_URL's role may not create databases: ALTER ROLE … CREATEDB lets it.\n`,
    ),
  )
})

test('a dump that names a database reaches none but the temporary one', async ({ start, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  const note = await createNote(host, user, 'Compras')
  await host.stop()
  const file = at('copia.sql')
  execFileSync('pg_dump', ['--create', '--clean', '--file', file, databaseUrl])
  expect(readFileSync(file, 'utf8')).toMatch(/^DROP DATABASE[\s\S]+^\\connect /m)

  const { code, errors } = await runAdmin(databaseUrl, ['verify-backup', file])
  expect([code, errors]).toEqual([1, expect.stringMatching(/DROP DATABASE cannot run inside a transaction/)])
  expect(await listNotes(await start(), user)).toEqual([note])
})

test('the programs of PostgreSQL get the password without showing it, and are missed in a sentence', async ({
  databaseUrl,
}) => {
  const file = writeDump('copia.sql', '')
  const url = databaseUrl.replace('notas@', 'notas:secr%C3%A9to@')
  const psql = at('psql')
  const run = () => runAdmin(url, ['verify-backup', file], '', { PATH: dirname(psql) })
  expect(await run()).toEqual(
    failed(`${file} cannot be restored: psql must be in PATH: it comes with PostgreSQL.\n`),
  )
  writeFileSync(psql, '#!/bin/sh\necho "$PGPASSWORD for $*" >&2\nexit 1\n')
  chmodSync(psql, 0o755)
  const { errors } = await run()
  expect(errors).toMatch(/: secréto for --dbname=postgres:\/\/notas@127\.0\.0\.1:\d+\/notas_verify_/)
  expect(await select({ databaseUrl }, TEMPORARY)).toEqual([])
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends the restore and drops the temporary database`, async ({ databaseUrl }) => {
    const file = writeDump('copia.sql', 'SELECT pg_sleep(60);')
    const command = [resolve('server/dist/notas.js'), 'admin', 'verify-backup', file]
    const env = { ...process.env, DATABASE_URL: databaseUrl }
    const run = ownProcess(spawn(process.execPath, command, { env }))
    await waitFor('the dump is being restored', 20_000, async () => {
      const text = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(60)%'"
      return (await select({ databaseUrl }, text)).length > 0
    })
    run.kill(signal)
    expect(await run.exited).toBe(1)
    expect(run.output()).toBe(`${file} cannot be restored: The operation was aborted.\n`)
    expect(await select({ databaseUrl }, TEMPORARY)).toEqual([])
  })
}
