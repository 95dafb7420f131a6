import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createNote, createUser } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { execute, fileOf, select } from '../../support/database'
import { KEPT_DATABASES, type KeptData, keptReleases } from '../../support/kept-databases'
import { failed, runAdmin, succeeded } from '../../support/servers/admin'
import { emptyDatabase } from '../../support/servers/citus'
import { createOrdinaryRole, query } from '../../support/servers/postgres'

/** Path of a file of the test. */
const at = (name: string) => test.info().outputPath(name)

/** Makes a backup of each kind of the database. Returns their paths. */
async function backUp(databaseUrl: string, name = 'copia'): Promise<string[]> {
  if (databaseUrl.startsWith('file:')) {
    await runAdmin(databaseUrl, ['backup', at(`${name}.db`)])
    return [at(`${name}.db`)]
  }
  execFileSync('pg_dump', ['--no-owner', '--file', at(`${name}.sql`), databaseUrl])
  execFileSync('pg_dump', ['--format=custom', '--file', at(`${name}.dump`), databaseUrl])
  return [at(`${name}.sql`), at(`${name}.dump`)]
}

/** Runs verify-backup, and expects that it leaves nothing behind. */
async function verify(databaseUrl: string, file: string) {
  const folder = at('temporary')
  mkdirSync(folder, { recursive: true })
  const role = databaseUrl.startsWith('file:') ? '' : await createOrdinaryRole(databaseUrl)
  const env = { TMPDIR: folder, VERIFY_DATABASE_URL: role }
  const run = await runAdmin(databaseUrl, ['verify-backup', file], '', env)
  expect(readdirSync(folder)).toEqual([])
  const temporary = "SELECT datname FROM pg_database WHERE datname LIKE 'notas_verify%'"
  if (!databaseUrl.startsWith('file:')) expect(await select({ databaseUrl }, temporary)).toEqual([])
  return run
}

const verified = (file: string, counts: string) =>
  succeeded(`${file} can be restored, and each note can be read. ${counts}.\n`)

test('a backup is restored into a temporary place, and its notes are read and counted', async ({ start }) => {
  const host = await start()
  const { databaseUrl } = host
  const [user, other] = [await createUser(host), await createUser(host)]
  await createNote(host, user, 'Compras 🛒', 'ñ'.repeat(150_000))
  await createNote(host, user, '', '\\connect notas')
  await other.changeNote((await createNote(host, other, 'Recados'))._id, 'Recados', 'pan')
  await user.call('DELETE', `/api/notes/${await user.addNote('Borrada')}`)

  for (const file of await backUp(databaseUrl)) {
    expect(await verify(databaseUrl, file)).toEqual(
      verified(file, 'Users: 2, notes: 3, in the trash: 1, earlier versions: 1'),
    )
  }
  await execute(host, 'UPDATE users SET notes_count = 7 WHERE email = ?', user.email)
  for (const file of await backUp(databaseUrl, 'otra')) {
    const reason = 'a user has 2 notes instead of 7'
    expect(await verify(databaseUrl, file)).toEqual(failed(`${file} cannot be restored: ${reason}.\n`))
  }
})

for (const release of keptReleases()) {
  test(`a backup of ${release} can be verified`, async ({ databaseUrl }) => {
    const name = databaseUrl.startsWith('file:') ? 'sqlite' : 'postgres'
    const folder = resolve(KEPT_DATABASES, release)
    const file = join(folder, name === 'sqlite' ? 'sqlite.db' : 'postgres.sql')
    const before = readFileSync(file)
    const { users }: KeptData = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
    const count = (path: string) =>
      users.flatMap(({ responses }) => (responses[path] ?? []) as unknown[]).length
    const counts = `notes: ${count('/api/notes')}, in the trash: ${count('/api/trash')}, earlier versions: 0`
    expect(await verify(databaseUrl, file)).toEqual(verified(file, `Users: ${users.length}, ${counts}`))
    expect(readFileSync(file).equals(before)).toBe(true)
  })
}

test('a file that is no whole backup is refused in one sentence', async ({ start, createDatabase }) => {
  const host = await start()
  const { databaseUrl } = host
  const user = await createUser(host)
  for (const title of ['Compras', 'Recados']) await createNote(host, user, title, 'a'.repeat(50_000))
  const files = await backUp(databaseUrl)

  const other = await createDatabase()
  const isSqlite = other.startsWith('file:')
  const cards = 'CREATE TABLE migrations (name TEXT); CREATE TABLE cards (front TEXT)'
  if (isSqlite) {
    const database = new DatabaseSync(fileOf(other))
    database.exec(cards)
    database.close()
    copyFileSync(fileOf(other), at('otra.db'))
  } else {
    await emptyDatabase(other)
    await query(other, cards)
  }
  const others = isSqlite ? [at('otra.db')] : await backUp(other, 'otra')

  const bad: [file: string, reason: string][] = [
    [at('ninguno'), 'ENOENT'],
    [at('.'), 'EISDIR'],
    ...others.map((file): [string, string] => [file, 'it is no database of Notas.']),
  ]
  const unknown = "it is neither a copy of an SQLite database nor pg_dump's, plain or custom."
  for (const [name, text] of Object.entries({
    vacío: '',
    texto: 'SELECT 1;\n',
    ruido: '\u0000ÿ'.repeat(5000),
  })) {
    writeFileSync(at(name), text)
    bad.push([at(name), unknown])
  }
  for (const file of files) {
    const bytes = readFileSync(file)
    for (const length of [20, 600, bytes.length >> 1, bytes.length - 2000]) {
      writeFileSync(`${file}.${length}`, bytes.subarray(0, length))
      bad.push([`${file}.${length}`, ''])
    }
  }
  for (const [file, reason] of bad) {
    const { code, output, errors } = await verify(databaseUrl, file)
    expect([code, output], file).toEqual([1, ''])
    expect(errors).toContain(`${file} cannot be restored: ${reason}`)
    expect(errors.match(/\.\n/g), errors).toHaveLength(1)
    expect(errors.split('\n'), errors).toHaveLength(2)
  }
})
