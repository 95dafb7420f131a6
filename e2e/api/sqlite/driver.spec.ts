import { type Database, type Statement, StorageUnavailable } from '@/server/store/database'
import { openSqlite } from '@/server/store/sqlite'
import { atOnce } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { fileOf, lockDatabase, sql } from '../../support/database'

let databaseUrl: string
let file: string
let database: Database

test.beforeEach(async ({ databaseUrl: url }) => {
  databaseUrl = url
  file = fileOf(databaseUrl)
  database = openSqlite(file)
  await database.write(sql('CREATE TABLE words (word TEXT NOT NULL UNIQUE)'))
})

test.afterEach(async () => {
  await database.close()
})

test('the driver uses WAL, full synchronization and foreign keys', async () => {
  expect(await database.read(sql('PRAGMA journal_mode'))).toEqual([{ journal_mode: 'wal' }])
  expect(await database.read(sql('PRAGMA synchronous'))).toEqual([{ synchronous: 2 }])
  expect(await database.read(sql('PRAGMA foreign_keys'))).toEqual([{ foreign_keys: 1 }])
})

test('a write is invisible to other connections until it is confirmed', async () => {
  const writing = database.write(word('pan'))
  expect(await wordsOnDisk()).toEqual([])
  await writing
  expect(await wordsOnDisk()).toEqual(['pan'])
})

test('a failed write in a batch fails alone and has no effect', async () => {
  const writes = await Promise.allSettled([
    database.write(word('pan')),
    database.write(word('leche'), word('pan')),
    database.write(word('sal'), sql('SELECT nothing')),
    database.write(sql('INSERT INTO nowhere VALUES (1)')),
    database.write(word('leche'), word('arroz')),
  ])

  const isStored = writes.map(({ status }) => status === 'fulfilled')
  expect(isStored).toEqual([true, false, false, false, true])
  expect(await wordsOnDisk()).toEqual(['arroz', 'leche', 'pan'])
})

for (const [name, failing] of [
  ['failure that ends the transaction', "INSERT OR ROLLBACK INTO words VALUES ('sal'), ('sal')"],
  ['failed commit', "INSERT INTO plurals VALUES ('panes')"],
] as const) {
  test(`a ${name} fails every write in it, and later writes work`, async () => {
    await database.write(
      sql('CREATE TABLE plurals (word TEXT REFERENCES words (word) DEFERRABLE INITIALLY DEFERRED)'),
    )
    const writes = await Promise.allSettled(
      [word('pan'), sql(failing), word('arroz')].map((one) => database.write(one)),
    )

    expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await wordsOnDisk()).toEqual([])
    await database.write(word('leche'))
    expect(await wordsOnDisk()).toEqual(['leche'])
  })
}

test('a full database rejects writes as unavailable, stays readable, and works again when there is room', async () => {
  await database.write(word('pan'))
  await database.read(sql('PRAGMA max_page_count = 1'))
  const writes = await Promise.allSettled([
    database.write(word('a'.repeat(100_000))),
    database.write(word('b'.repeat(100_000))),
  ])

  for (const { reason } of writes as PromiseRejectedResult[]) {
    expect(reason).toBeInstanceOf(StorageUnavailable)
    expect(reason.isUndone).toBe(true)
  }
  expect(await database.read(sql('SELECT word FROM words'))).toEqual([{ word: 'pan' }])
  await database.read(sql('PRAGMA max_page_count = 1000000'))
  await database.write(word('b'.repeat(100_000)))
  expect(await wordsOnDisk()).toHaveLength(2)
})

test('closing the driver finishes pending writes and refuses new calls', async () => {
  const last = database.write(word('pan'))
  await database.close()
  await last
  expect(await wordsOnDisk()).toEqual(['pan'])

  await expect(database.write(word('leche'))).rejects.toThrow(StorageUnavailable)
  await expect(database.read(sql('SELECT 1'))).rejects.toThrow(StorageUnavailable)
  database = openSqlite(file)
})

test('closing the driver rejects writes that wait for another program', async () => {
  const unlock = await lockDatabase({ databaseUrl })
  const waiting = [database.write(word('pan')), database.write(word('leche'))]
  const settled = Promise.allSettled(waiting)
  expect(await database.read(sql('SELECT word FROM words'))).toEqual([])
  await database.close()

  for (const write of await settled) expect(write).toMatchObject({ reason: expect.any(StorageUnavailable) })
  await unlock()
  database = openSqlite(file)
})

test('writes run in the order of their calls', async () => {
  await atOnce(500, (number) => database.write(word(`palabra ${number}`)))
  const rows = await database.read(sql('SELECT word FROM words ORDER BY rowid'))

  expect(rows.map(({ word }) => word)).toEqual(Array.from({ length: 500 }, (_, index) => `palabra ${index}`))
})

/** Words that another connection sees. */
async function wordsOnDisk(): Promise<unknown[]> {
  const other = openSqlite(file)
  const rows = await other.read(sql('SELECT word FROM words ORDER BY word'))
  await other.close()
  return rows.map(({ word }) => word)
}

function word(text: string): Statement {
  return sql('INSERT INTO words VALUES (?)', text)
}
