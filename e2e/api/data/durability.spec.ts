import {
  atOnce,
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  newRegistration,
  notesStatus,
  register,
  statusesOf,
  type User,
} from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { select } from '../../support/database'
import type { HostProcess } from '../../support/servers/host'

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

test('hosts that start together migrate once, and share all that is written', { tag: '@slow' }, async ({
  databaseUrl,
  start,
}) => {
  const hosts = await atOnce(4, () => start())
  const hostOf = (number: number) => hosts[number % 4] as HostProcess
  const migrations = await select({ databaseUrl }, 'SELECT number FROM migrations ORDER BY number')
  expect(migrations.map(({ number }) => Number(number))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
  ])

  const user = await createUser(hostOf(0))
  const notes = await atOnce(60, (number) => createNote(hostOf(number), user, `nota ${number}`))
  for (const host of hosts) expect(new Set(await listNotes(host, user))).toEqual(new Set(notes))

  const path = `/api/notes/${notes[0]?._id}`
  const { etag } = (await user.call('GET', path)).headers
  const edits = await atOnce(8, (number) => {
    const json = { title: `edición ${number}`, content: '' }
    const headers = { 'If-Match': String(etag) }
    return call(hostOf(number), 'PUT', path, { token: user.token, json, headers })
  })
  expect(statusesOf(edits)).toEqual([200, ...Array(7).fill(412)])
  const [saved] = edits.filter(({ status }) => status === 200).map(jsonOf)
  for (const host of hosts)
    expect(jsonOf(await call(host, 'GET', path, { token: user.token }))).toEqual(saved)

  const registration = newRegistration()
  const accounts = await atOnce(4, (number) => register(hostOf(number), registration))
  expect(statusesOf(accounts)).toEqual([201, 409, 409, 409])
  await user.call('POST', '/api/auth/logout')
  for (const host of hosts) expect(await notesStatus(host, user.token)).toBe(401)
  for (const host of hosts) expect(host.output()).not.toContain('"level":"error"')
})
