import type { Database } from '@/server/store/database'
import { openDatabase } from '@/server/store/open'
import { call, createNote, createUser, listNotes, logIn, type User } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'
import { startHost } from '../../support/servers/host'

/** What the answers said is stored, and what may be of the note whose last write was not answered. */
type Written = { saved: Map<string, string>; perhaps: (string | undefined)[] }

test('what was answered is there after the host was killed while clients wrote', { tag: '@slow' }, async ({
  database,
  createDatabase,
}) => {
  const databaseUrl = await createDatabase()
  const host = await startHost({ databaseUrl })
  const users = await Promise.all(Array.from({ length: 6 }, () => createUser(host)))
  let answered = 0

  /** Creates, edits and deletes until the host is gone. */
  async function write(user: User): Promise<Written> {
    const saved = new Map<string, string>()
    let perhaps: Written['perhaps'] = []
    try {
      for (let number = 0; ; number += 1) {
        const title = `nota ${number}.`
        perhaps = [undefined, title]
        const { _id } = await createNote(host, user, title)
        saved.set(_id, title)

        const json = { title: `${title} editada`, content: 'a'.repeat(number * 100) }
        perhaps = [title, json.title]
        await call(host, 'PUT', `/api/notes/${_id}`, { token: user.token, json })
        saved.set(_id, json.title)

        if (number % 3 === 2) {
          perhaps = [json.title, undefined]
          await call(host, 'DELETE', `/api/notes/${_id}`, { token: user.token })
          saved.delete(_id)
        }
        answered += 1
        if (answered === 60) host.kill('SIGKILL')
      }
    } catch {
      return { saved, perhaps }
    }
  }
  const writers = await Promise.all(users.map(write))
  expect(await host.exited).toBeNull()
  expect(answered).toBeGreaterThanOrEqual(60)

  const again = await startHost({ databaseUrl })
  for (const [index, { saved, perhaps }] of writers.entries()) {
    const notes = await listNotes(again, users[index] as User)
    const isLast = (title: string) => perhaps.some((last) => last?.split('.')[0] === title.split('.')[0])
    const others = notes.filter(({ title }) => !isLast(title)).map(({ _id, title }) => [_id, title])

    expect(Object.fromEntries(others)).toEqual(
      Object.fromEntries([...saved].filter(([, title]) => !isLast(title))),
    )
    expect(perhaps).toContain(notes.find(({ title }) => isLast(title))?.title)
  }
  if (database === 'SQLite') {
    const check = await withDatabase(again, ({ read }) => read(sql('PRAGMA integrity_check')))
    expect(check).toEqual([{ integrity_check: 'ok' }])
  }
  await again.stop()
})

test('hosts that start at the same moment on an empty database bring it up to date once', {
  tag: '@slow',
}, async ({ createDatabase }) => {
  const databaseUrl = await createDatabase()
  const hosts = await Promise.all(Array.from({ length: 4 }, () => startHost({ databaseUrl })))
  const [first, ...others] = hosts
  const user = await createUser(first as (typeof hosts)[0])
  for (const host of others) expect(await listNotes(host, user)).toEqual([])

  expect(await withDatabase({ databaseUrl }, migrationsOf)).toEqual([1, 2, 3, 4])
  for (const host of hosts) expect(host.output()).not.toContain('"level":"error"')
  await Promise.all(hosts.map((host) => host.stop()))
})

test('whoever brings the database up to date a moment later leaves it as it is', async ({
  createDatabase,
}) => {
  const databaseUrl = await createDatabase()
  const databases = await Promise.all(Array.from({ length: 3 }, () => openDatabase(databaseUrl)))

  for (const database of databases) {
    expect(await migrationsOf(database)).toEqual([1, 2, 3, 4])
    await database.close()
  }
})

test('a database of the first release is brought up to date with all that is in it', {
  tag: '@slow',
}, async ({ createDatabase }) => {
  const databaseUrl = await createDatabase()
  const first = await startHost({ databaseUrl })
  const user = await createUser(first)
  const note = await createNote(first, user, 'Compras')
  await first.stop()
  await withDatabase({ databaseUrl }, ({ write }) =>
    write(
      sql('DROP TABLE sign_in_codes'),
      sql('DROP TABLE identities'),
      sql('DROP TABLE reset_links'),
      sql('ALTER TABLE users DROP COLUMN is_email_proved'),
      sql('DELETE FROM migrations WHERE number > 2'),
    ),
  )

  const later = await startHost({ databaseUrl })
  expect(await withDatabase({ databaseUrl }, migrationsOf)).toEqual([1, 2, 3, 4])
  expect(await listNotes(later, { token: await logIn(later, user) })).toEqual([note])
  await later.stop()
})

async function migrationsOf(database: Database): Promise<number[]> {
  const rows = await database.read(sql('SELECT number FROM migrations ORDER BY number'))
  return rows.map(({ number }) => Number(number))
}
