import { atOnce, createNote, createUser, listNotes, type User } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { select } from '../../support/database'

/** Confirmed notes, and the possible titles of the note whose last write got no response. */
type Written = { saved: Map<string, string>; possible: (string | undefined)[] }

test('confirmed writes survive a killed host', { tag: '@slow' }, async ({ database, start }) => {
  const host = await start()
  const users = await atOnce(6, () => createUser(host))
  let confirmed = 0

  /** Creates, edits and deletes notes until the host is killed. */
  async function write(user: User): Promise<Written> {
    const saved = new Map<string, string>()
    let possible: Written['possible'] = []
    try {
      for (let number = 0; ; number += 1) {
        const title = `nota ${number}.`
        possible = [undefined, title]
        const { _id } = await createNote(host, user, title)
        saved.set(_id, title)

        const json = { title: `${title} editada`, content: 'a'.repeat(number * 100) }
        possible = [title, json.title]
        await user.call('PUT', `/api/notes/${_id}`, { json })
        saved.set(_id, json.title)

        if (number % 3 === 2) {
          possible = [json.title, undefined]
          await user.call('DELETE', `/api/notes/${_id}`)
          saved.delete(_id)
        }
        confirmed += 1
        if (confirmed === 60) host.kill('SIGKILL')
      }
    } catch {
      return { saved, possible }
    }
  }
  const writers = await Promise.all(users.map(write))
  expect(await host.exited).toBeNull()
  expect(confirmed).toBeGreaterThanOrEqual(60)

  const again = await start()
  for (const [index, { saved, possible }] of writers.entries()) {
    const notes = await listNotes(again, users[index] as User)
    const isLast = (title: string) => possible.some((last) => last?.split('.')[0] === title.split('.')[0])
    const others = notes.filter(({ title }) => !isLast(title)).map(({ _id, title }) => [_id, title])

    expect(Object.fromEntries(others)).toEqual(
      Object.fromEntries([...saved].filter(([, title]) => !isLast(title))),
    )
    expect(possible).toContain(notes.find(({ title }) => isLast(title))?.title)
  }
  if (database === 'SQLite') {
    const check = await select(again, 'PRAGMA integrity_check')
    expect(check).toEqual([{ integrity_check: 'ok' }])
  }
})

test('hosts that start together migrate once', { tag: '@slow' }, async ({ databaseUrl, start }) => {
  const hosts = await atOnce(4, () => start())
  const [first, ...others] = hosts
  const user = await createUser(first as (typeof hosts)[0])
  for (const host of others) expect(await listNotes(host, user)).toEqual([])

  const migrations = await select({ databaseUrl }, 'SELECT number FROM migrations ORDER BY number')
  expect(migrations.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  for (const host of hosts) expect(host.output()).not.toContain('"level":"error"')
})
