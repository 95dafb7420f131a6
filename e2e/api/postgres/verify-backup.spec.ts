import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createNote, createUser, listNotes } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { select } from '../../support/database'
import { failed, runAdmin, succeeded } from '../../support/servers/admin'
import { distribute, emptyDatabase, HAS_CITUS_KEYS } from '../../support/servers/citus'
import type { HostProcess } from '../../support/servers/host'
import { createOrdinaryRole, query } from '../../support/servers/postgres'
import { ownProcess } from '../../support/servers/process'
import { waitFor } from '../../support/wait-for'

const at = (name: string) => test.info().outputPath(name)

const ENDS = 'it ends the transaction in which it is restored'

const TEMPORARY = "SELECT datname FROM pg_database WHERE datname LIKE 'notas_verify%'"

/** Gives the database to an ordinary role. Resolves to the URL with which it reaches it. */
async function ownDatabase(databaseUrl: string): Promise<string> {
  const url = await createOrdinaryRole(databaseUrl)
  const { username, pathname } = new URL(url)
  await emptyDatabase(databaseUrl)
  await query(databaseUrl, `ALTER DATABASE ${pathname.slice(1)} OWNER TO ${username}`)
  if (HAS_CITUS_KEYS) {
    await query(databaseUrl, `ALTER SCHEMA public OWNER TO ${username}`)
    await distribute(url)
  }
  return url
}

/** Starts a host on a database of an ordinary role, with one note. */
async function startOwned(start: (env: Record<string, string>) => Promise<HostProcess>, databaseUrl: string) {
  const owner = await ownDatabase(databaseUrl)
  const host = await start({ DATABASE_URL: owner })
  const user = await createUser(host)
  return { owner, host, user, note: await createNote(host, user, 'Compras') }
}

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

test('a role whose SQL can run programs verifies only where the setting names another', async ({
  start,
  databaseUrl,
}) => {
  await (await start()).stop()
  const file = at('copia.sql')
  execFileSync('pg_dump', ['--no-owner', '--file', file, databaseUrl])
  const ordinary = await createOrdinaryRole(databaseUrl)
  const member = await createOrdinaryRole(databaseUrl)
  await query(databaseUrl, `GRANT notas TO ${new URL(member).username}`)
  const refused = (setting: string) =>
    failed(
      `${file} cannot be restored: ${setting}'s role may run programs by SQL, and so could the file: VERIFY_DATABASE_URL must name one that may create databases and no more.\n`,
    )
  for (const url of [databaseUrl, member]) {
    expect(await runAdmin(url, ['verify-backup', file])).toEqual(refused('DATABASE_URL'))
    const env = { VERIFY_DATABASE_URL: url }
    expect(await runAdmin(ordinary, ['verify-backup', file], '', env)).toEqual(refused('VERIFY_DATABASE_URL'))
  }
  const secret = at('url')
  writeFileSync(secret, ordinary)
  const verified = await runAdmin(databaseUrl, ['verify-backup', file], '', {
    VERIFY_DATABASE_URL_FILE: secret,
  })
  expect(verified.code, verified.errors).toBe(0)
})

test('each kind of dump of a note that looks like commands of psql can be verified by the owner', async ({
  start,
  databaseUrl,
}) => {
  const owner = await ownDatabase(databaseUrl)
  const host = await start({ DATABASE_URL: owner })
  const user = await createUser(host)
  await createNote(
    host,
    user,
    "\\restrict 'a'; :b",
    '\\! id\n\\.\n\\unrestrict c\nCOPY n FROM PROGRAM $$id$$;\n\\q',
  )
  const file = at('copia')
  for (const options of [[], ['--inserts'], ['--column-inserts'], ['--clean', '--if-exists'], ['-Fc']]) {
    execFileSync('pg_dump', [...options, '--file', file, owner])
    expect(await runAdmin(owner, ['verify-backup', file]), options.join()).toEqual(
      succeeded(
        `${file} can be restored, and each note can be read. Users: 1, notes: 1, in the trash: 0, earlier versions: 0.\n`,
      ),
    )
  }
  execFileSync('pg_dump', ['--file', file, owner])
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, lines.filter((line) => !/^\\(un)?restrict /.test(line)).join('\n'))
  const older = await runAdmin(owner, ['verify-backup', file])
  expect(older.code, older.errors).toBe(0)

  const env = { VERIFY_DATABASE_URL: await createOrdinaryRole(databaseUrl) }
  expect(await runAdmin(owner, ['verify-backup', file], '', env)).toEqual(
    failed(`${file} cannot be restored: its tables have another owner: use pg_dump --no-owner.\n`),
  )
})

test('a hostile dump runs no program, writes no file and reaches no other database', async ({
  start,
  databaseUrl,
}) => {
  const { owner, host, user, note } = await startOwned(start, databaseUrl)
  const good = at('buena.sql')
  execFileSync('pg_dump', ['--file', good, owner])
  const [, key = ''] = /^\\restrict (\w+)$/m.exec(readFileSync(good, 'utf8')) ?? []
  expect(key).not.toBe('')
  const written = at('escrito')
  const commands = 'it has commands of psql, where only SQL is run'
  const hostile: [line: string, reason: string][] = [
    [`\\! id > ${written}`, commands],
    [`SELECT 1 \\! id > ${written}`, commands],
    [`SELECT '\\\\' \\g |id > ${written}`, commands],
    [`\\o ${written}`, commands],
    [`\\unrestrict ${key}\n\\! id > ${written}`, '\\\\unrestrict: wrong key'],
    [`\\connect ${new URL(owner).pathname.slice(1)}\nDELETE FROM notes;`, commands],
    [`\\copy (SELECT 1) TO '${written}'`, commands],
    [`COPY (SELECT 1) TO PROGRAM 'cat > ${written}';`, 'permission denied|must be superuser'],
    [`COPY (SELECT 1) TO '${written}';`, 'permission denied|must be superuser'],
    ['COMMIT;\nDROP DATABASE otra WITH (FORCE);', ENDS],
    ['SELECT 1\\; ROLLBACK\\; SELECT 2;\nDROP DATABASE otra WITH (FORCE);', ENDS],
    ["DO $$ BEGIN RAISE '\u001b[31m\u009b'; END $$;", 'ERROR: {2}\\?\\[31m\\?\\.\n'],
  ]
  const file = at('mala.sql')
  for (const [line, reason] of hostile) {
    for (const after of [/^$/m, /^SET row_security.*$/m]) {
      writeFileSync(
        file,
        readFileSync(good, 'utf8').replace(after, (found) => `${found}\n${line}\n`),
      )
      const { code, errors } = await runAdmin(owner, ['verify-backup', file])
      expect([code, errors], line).toEqual([1, expect.stringMatching(reason)])
      expect(errors).toMatch(/^.* cannot be restored: .*\.\n$/)
      expect(existsSync(written), line).toBe(false)
    }
  }
  expect(await listNotes(host, user)).toEqual([note])
  expect(await select({ databaseUrl }, TEMPORARY)).toEqual([])
})

test('a hostile custom dump leaves its transaction no more than a plain one', async ({
  start,
  databaseUrl,
}) => {
  const { owner, host, user, note } = await startOwned(start, databaseUrl)
  const file = at('mala.dump')
  execFileSync('pg_dump', ['-Fc', '--file', file, owner])
  let text = readFileSync(file, 'latin1')
  const drop = `DROP DATABASE ${new URL(owner).pathname.slice(1)} WITH (FORCE);`
  for (const [index, statement] of [
    ['identities_of_user', 'COMMIT;'],
    ['notes_of_user', drop],
  ] as const)
    text = text.replace(new RegExp(`CREATE INDEX ${index} [^;]+;`), (found) => {
      expect(found.length).toBeGreaterThanOrEqual(statement.length)
      return statement.padEnd(found.length)
    })
  writeFileSync(file, text, 'latin1')
  expect(await runAdmin(owner, ['verify-backup', file])).toEqual(
    failed(`${file} cannot be restored: ${ENDS}.\n`),
  )
  expect(await listNotes(host, user)).toEqual([note])
})

test('a dump that names a database reaches none but the temporary one', async ({ start, databaseUrl }) => {
  const { owner, host, user, note } = await startOwned(start, databaseUrl)
  await host.stop()
  const file = at('copia.sql')
  execFileSync('pg_dump', ['--create', '--clean', '--file', file, owner])
  expect(readFileSync(file, 'utf8')).toMatch(/^DROP DATABASE[\s\S]+^\\connect /m)

  const { code, errors } = await runAdmin(owner, ['verify-backup', file])
  expect([code, errors]).toEqual([1, expect.stringMatching(/DROP DATABASE cannot run inside a transaction/)])
  expect(await listNotes(await start({ DATABASE_URL: owner }), user)).toEqual([note])
})

test('the programs of PostgreSQL get a password of their own without showing it, and are missed in a sentence', async ({
  databaseUrl,
}) => {
  const file = writeDump('copia.sql', '')
  const url = (await createOrdinaryRole(databaseUrl)).replace('@', ':secr%C3%A9to@')
  const psql = at('psql')
  const run = () => runAdmin(url, ['verify-backup', file], '', { PATH: dirname(psql) })
  const program = (lines: string) => writeFileSync(psql, `#!/bin/sh\n${lines}\nexit 1\n`, { mode: 0o755 })
  expect(await run()).toEqual(
    failed(`${file} cannot be restored: psql must be in PATH: it comes with PostgreSQL.\n`),
  )
  program('echo "$PGPASSWORD for $*" >&2')
  expect((await run()).errors).toMatch(
    /: [\da-f]{64} for --dbname=host=127\.0\.0\.1 port=\d+ sslmode=disable gssencmode=disable --single-transaction /,
  )
  program('echo "invalid command \\\\\\\\restrict" >&2')
  expect((await run()).errors).toContain(
    ': psql is too old to run SQL alone: 13.22, 14.19, 15.14, 16.10 and 17.6 can.',
  )
  expect(await select({ databaseUrl }, TEMPORARY)).toEqual([])
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends the restore and drops the temporary database`, async ({ databaseUrl }) => {
    const file = writeDump('copia.sql', 'SELECT pg_sleep(60);')
    const command = [resolve('server/dist/notas.js'), 'admin', 'verify-backup', file]
    const env = { ...process.env, DATABASE_URL: await createOrdinaryRole(databaseUrl) }
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
