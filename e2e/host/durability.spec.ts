import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type Statement, StorageUnavailable } from '@/server/store/database'
import { openDatabase } from '@/server/store/open'
import { openSqlite } from '@/server/store/sqlite'
import { startHost } from '../host-process'
import {
  type Answer,
  call,
  createNote,
  createUser,
  expect,
  jsonOf,
  listNotes,
  lockDatabase,
  type Note,
  newRegistration,
  test,
  type User,
  withDatabase,
} from './calls'

let folder: string
let databaseFile: string

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notas-durability-'))
  databaseFile = join(folder, 'notas.db')
})

test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** What the answers said is stored, and what may be of the note whose last write was not answered. */
type Written = { saved: Map<string, string>; perhaps: (string | undefined)[] }

test('what was answered is there after the host was killed while clients wrote', async () => {
  const host = await startHost({ databaseFile })
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

  const again = await startHost({ databaseFile })
  for (const [index, { saved, perhaps }] of writers.entries()) {
    const notes = await listNotes(again, users[index] as User)
    const isLast = (title: string) => perhaps.some((last) => last?.split('.')[0] === title.split('.')[0])
    const others = notes.filter(({ title }) => !isLast(title)).map(({ _id, title }) => [_id, title])

    expect(Object.fromEntries(others)).toEqual(
      Object.fromEntries([...saved].filter(([, title]) => !isLast(title))),
    )
    expect(perhaps).toContain(notes.find(({ title }) => isLast(title))?.title)
  }
  expect(withDatabase(again, (database) => database.prepare('PRAGMA integrity_check').get())).toEqual({
    integrity_check: 'ok',
  })
  await again.stop()
})

test('hosts that start at the same moment on an empty file bring it up to date once', async () => {
  const hosts = await Promise.all(Array.from({ length: 4 }, () => startHost({ databaseFile })))
  const [first, ...others] = hosts
  const user = await createUser(first as (typeof hosts)[0])
  for (const host of others) expect(await listNotes(host, user)).toEqual([])

  const numbers = withDatabase({ databaseFile }, (database) =>
    database.prepare('SELECT number FROM migrations').all(),
  )
  expect(numbers).toEqual([{ number: 1 }])
  await Promise.all(hosts.map((host) => host.stop()))
})

test('whoever brings the file up to date a moment later leaves it as it is', async () => {
  const databases = await Promise.all(Array.from({ length: 3 }, () => openDatabase(databaseFile)))

  for (const database of databases) {
    expect(await database.read(sql('SELECT number FROM migrations'))).toEqual([{ number: 1 }])
    database.close()
  }
})

test('two hosts on one file lose nothing', async () => {
  const hosts = await Promise.all([startHost({ databaseFile }), startHost({ databaseFile })])
  const [one, other] = hosts
  const user = await createUser(one)
  const { token } = user

  const titles = Array.from({ length: 60 }, (_, index) => `nota ${index}`)
  const notes = await Promise.all(
    titles.map((title, index) => createNote(index % 2 ? one : other, user, title)),
  )
  const byId = (a: Note, b: Note) => a._id.localeCompare(b._id)
  for (const host of hosts) {
    expect((await listNotes(host, user)).sort(byId)).toEqual([...notes].sort(byId))
  }

  const path = `/api/notes/${notes[0]?._id}`
  const { etag } = (await call(one, 'GET', path, { token })).headers
  const edits = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      call(index % 2 ? one : other, 'PUT', path, {
        token,
        json: { title: `edición ${index}`, content: '' },
        headers: { 'If-Match': String(etag) },
      }),
    ),
  )
  const saved = edits.filter(({ status }) => status === 200)
  expect(saved).toHaveLength(1)
  expect(edits.filter(({ status }) => status === 412)).toHaveLength(7)
  for (const host of hosts) {
    expect(jsonOf(await call(host, 'GET', path, { token }))).toEqual(jsonOf(saved[0] as Answer))
  }

  const registration = newRegistration()
  const accounts = await Promise.all(
    hosts.map((host) => call(host, 'POST', '/api/auth/register', { json: registration })),
  )
  expect(accounts.map(({ status }) => status).sort()).toEqual([201, 409])

  await call(other, 'POST', '/api/auth/logout', { token })
  expect((await call(one, 'GET', '/api/notes', { token })).status).toBe(401)
  await Promise.all(hosts.map((host) => host.stop()))
})

test.describe('the driver', () => {
  let database: Database

  test.beforeEach(async () => {
    database = openSqlite(databaseFile)
    await database.write(sql('CREATE TABLE words (word TEXT NOT NULL UNIQUE)'))
  })

  test.afterEach(() => {
    database.close()
  })

  test('waits for the disk before it says that something is written', async () => {
    expect(await database.read(sql('PRAGMA journal_mode'))).toEqual([{ journal_mode: 'wal' }])
    expect(await database.read(sql('PRAGMA synchronous'))).toEqual([{ synchronous: 2 }])
    expect(await database.read(sql('PRAGMA foreign_keys'))).toEqual([{ foreign_keys: 1 }])
  })

  test('shows nobody a write before it has said so', async () => {
    const writing = database.write(word('pan'))
    expect(wordsOnDisk()).toEqual([])
    await writing
    expect(wordsOnDisk()).toEqual(['pan'])
  })

  test('fails alone a write that fails among others, and does nothing of it', async () => {
    const writes = await Promise.allSettled([
      database.write(word('pan')),
      database.write(word('leche'), word('pan')),
      database.write(word('sal'), sql('SELECT nothing')),
      database.write(sql('INSERT INTO nowhere VALUES (1)')),
      database.write(word('leche'), word('arroz')),
    ])

    expect(writes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(wordsOnDisk()).toEqual(['arroz', 'leche', 'pan'])
  })

  test('fails every write that a failure takes along, and goes on', async () => {
    const writes = await Promise.allSettled([
      database.write(word('pan')),
      database.write(sql("INSERT OR ROLLBACK INTO words VALUES ('sal'), ('sal')")),
      database.write(word('arroz')),
    ])

    expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(wordsOnDisk()).toEqual([])
    await database.write(word('leche'))
    expect(wordsOnDisk()).toEqual(['leche'])
  })

  test('fails the writes of a commit that fails, and goes on', async () => {
    await database.write(
      sql('CREATE TABLE plurals (word TEXT REFERENCES words (word) DEFERRABLE INITIALLY DEFERRED)'),
    )
    const writes = await Promise.allSettled([
      database.write(word('pan')),
      database.write(sql("INSERT INTO plurals VALUES ('panes')")),
    ])

    expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(wordsOnDisk()).toEqual([])
    await database.write(word('leche'))
    expect(wordsOnDisk()).toEqual(['leche'])
  })

  test('says that a full database is away, keeps what it has, and goes on when there is room', async () => {
    await database.write(word('pan'))
    await database.read(sql('PRAGMA max_page_count = 1'))
    const writes = await Promise.allSettled([
      database.write(word('a'.repeat(100_000))),
      database.write(word('b'.repeat(100_000))),
    ])

    for (const write of writes) expect(write).toMatchObject({ reason: expect.any(StorageUnavailable) })
    expect(await database.read(sql('SELECT word FROM words'))).toEqual([{ word: 'pan' }])
    await database.read(sql('PRAGMA max_page_count = 1000000'))
    await database.write(word('b'.repeat(100_000)))
    expect(wordsOnDisk()).toHaveLength(2)
  })

  test('settles every write when it is closed', async () => {
    const last = database.write(word('pan'))
    database.close()
    await last
    expect(wordsOnDisk()).toEqual(['pan'])

    await expect(database.write(word('leche'))).rejects.toThrow(StorageUnavailable)
    await expect(database.read(sql('SELECT 1'))).rejects.toThrow(StorageUnavailable)
    database = openSqlite(databaseFile)
  })

  test('settles the writes that wait for another program when it is closed', async () => {
    const unlock = lockDatabase({ databaseFile })
    const waiting = [database.write(word('pan')), database.write(word('leche'))]
    const settled = Promise.allSettled(waiting)
    expect(await database.read(sql('SELECT word FROM words'))).toEqual([])
    database.close()

    for (const write of await settled) expect(write).toMatchObject({ reason: expect.any(StorageUnavailable) })
    unlock()
    database = openSqlite(databaseFile)
  })

  test('writes in the order in which it was asked', async () => {
    await Promise.all(Array.from({ length: 500 }, (_, index) => database.write(word(`palabra ${index}`))))
    const rows = await database.read(sql('SELECT word FROM words ORDER BY rowid'))

    expect(rows.map(({ word }) => word)).toEqual(
      Array.from({ length: 500 }, (_, index) => `palabra ${index}`),
    )
  })

  function wordsOnDisk(): unknown[] {
    return withDatabase({ databaseFile }, (other) =>
      other
        .prepare('SELECT word FROM words ORDER BY word')
        .all()
        .map((row) => row.word),
    )
  }
})

function sql(text: string): Statement {
  return { sql: text, params: [] }
}

function word(text: string): Statement {
  return { sql: 'INSERT INTO words VALUES (?)', params: [text] }
}
