import { chmodSync, copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createNote, createUser } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { fileOf } from '../../support/database'
import { runAdmin } from '../../support/servers/admin'

test('only its owner can read a database, its companions and a backup', async ({ start, folder: parent }) => {
  const folder = join(parent, 'nueva', 'carpeta')
  const url = `file:${join(folder, 'notas.db')}`
  const host = await start({ DATABASE_URL: url })
  await createNote(host, await createUser(host), 'Compras')
  await runAdmin(url, ['backup', join(folder, 'copia.db')])

  expect(modeOf(folder)).toBe('700')
  expect(readdirSync(folder).sort()).toEqual(['copia.db', 'notas.db', 'notas.db-shm', 'notas.db-wal'])
  for (const name of readdirSync(folder)) expect(modeOf(join(folder, name)), name).toBe('600')
})

test('files that others could read become private at the start', async ({ start, databaseUrl }) => {
  const first = await start()
  await createNote(first, await createUser(first), 'Compras')
  first.kill('SIGKILL')
  await first.exited
  const file = fileOf(databaseUrl)
  copyFileSync(file, `${file}-copia`)
  for (const name of [file, `${file}-wal`, `${file}-shm`]) chmodSync(name, 0o644)

  const second = await start()
  await createUser(second)
  for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(modeOf(name), name).toBe('600')
})

test('nothing of a deleted user is left in the file', async ({ start, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  await createNote(host, user, 'Compras', `un secreto ${'largo '.repeat(5000)}`)
  await runAdmin(databaseUrl, ['delete-user', user.email, '--yes'])
  await host.stop()

  const bytes = readFileSync(fileOf(databaseUrl)).toString('latin1')
  for (const text of ['un secreto', 'largo largo', user.email]) expect(bytes).not.toContain(text)
})

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}
