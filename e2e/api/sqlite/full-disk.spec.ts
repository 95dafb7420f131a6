import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { call, createNote, createUser, listNotes } from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { fileOf, select } from '../../support/database'

test('while the disk is full reads go on, and later writes work', async ({ start }) => {
  // A limit on the size of files stands for the full disk, and can be lifted.
  const canLimit = spawnSync('prlimit', ['--version']).status === 0
  test.skip(!canLimit, 'There is no prlimit here.')

  const host = await start()
  const user = await createUser(host)
  const note = await createNote(host, user, 'Compras', 'pan')
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(host.pid), `--fsize=${bytes}:`])
  const big = { title: 'Perdida', content: 'a'.repeat(100_000) }

  limit(statSync(`${fileOf(host.databaseUrl)}-wal`).size)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const response = await user.call('POST', '/api/notes', { json: big })
    expectMessage(
      response,
      503,
      'Ahora mismo no se puede guardar ni leer. Inténtalo de nuevo en unos minutos.',
    )
  }
  expect(await listNotes(host, user)).toEqual([note])
  expect((await call(host, 'GET', '/app/')).status).toBe(200)

  limit('unlimited')
  const later = await createNote(host, user, 'Recados', big.content)
  expect(await listNotes(host, user)).toEqual([later, note])
  const check = await select(host, 'PRAGMA integrity_check')
  expect(check).toEqual([{ integrity_check: 'ok' }])
})
