import { type AddressInfo, createServer } from 'node:net'
import { mock } from 'node:test'
import { Client } from 'pg'
import { type Database, type Statement, StorageUnavailable } from '@/server/store/database'
import { openPostgres } from '@/server/store/postgres'
import { createSilentProxy } from '../../faults/harness/silent-proxy'
import { atOnce, call, createNote, createUser, listNotes, statusesOf } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql } from '../../support/database'

/** The driver has the server end a statement that waits for a lock after 2 s. */
const AT_ONCE = { intervals: [10] }

let databaseUrl: string
let database: Database

test.beforeEach(async ({ databaseUrl: url }) => {
  databaseUrl = url
  database = openPostgres(databaseUrl)
  await database.write(sql('CREATE TABLE words (word TEXT NOT NULL UNIQUE, count BIGINT NOT NULL DEFAULT 0)'))
})

test.afterEach(async () => {
  await database.close()
})

test('a write is atomic, and a failed write does not affect concurrent ones', async () => {
  const writes = await Promise.allSettled([
    database.write(word('pan')),
    database.write(word('leche'), word('leche')),
    database.write(word('sal'), sql('SELECT nothing')),
    database.write(sql('INSERT INTO nowhere VALUES (1)')),
    database.write(sql('no es SQL'), word('sal')),
    database.write(word('arroz'), word('queso')),
  ])

  const isStored = writes.map(({ status }) => status === 'fulfilled')
  expect(isStored).toEqual([true, false, false, false, false, true])
  for (const write of writes) {
    expect(write).not.toMatchObject({ reason: expect.any(StorageUnavailable) })
  }
  expect(await words()).toEqual(['arroz', 'pan', 'queso'])
})

test('a write returns the rows of each of its statements', async () => {
  const rows = await database.write(
    sql('INSERT INTO words VALUES (?, ?) RETURNING word, count', '¿$1? ?', 7),
    sql('UPDATE words SET count = count + ?', 1),
    sql('SELECT word, count FROM words'),
  )

  expect(rows).toEqual([[{ word: '¿$1? ?', count: '7' }], [], [{ word: '¿$1? ?', count: '8' }]])
})

test('a write whose commit fails is rejected, and later writes work', async () => {
  await database.write(
    sql('CREATE TABLE plurals (word TEXT REFERENCES words (word) DEFERRABLE INITIALLY DEFERRED)'),
  )
  const plural = sql("INSERT INTO plurals VALUES ('panes')")
  await expect(database.write(word('pan'), plural)).rejects.toThrow(/violates foreign key constraint/)

  expect(await words()).toEqual([])
  await database.write(word('leche'))
  expect(await words()).toEqual(['leche'])
})

test('the driver retries a write after a serialization failure', async () => {
  await database.write(word('pan'))
  await setDefault('default_transaction_isolation', 'serializable')
  const [one, other] = [openPostgres(databaseUrl), openPostgres(databaseUrl)]
  const gate = await closeGate()
  const first = one.write(sql('SELECT sum(count) FROM words'), gate.pass, count('pan'))
  await gate.waitUntilReached(1)
  await other.write(count('pan'))
  await gate.open()
  await first

  await Promise.all([one.close(), other.close()])
  expect(await database.read(sql('SELECT count FROM words'))).toEqual([{ count: '2' }])
  await expect.poll(rolledBack).toBe(1)
})

test('the driver retries a write after a deadlock', async () => {
  await database.write(word('pan'), word('sal'))
  await setDefault('deadlock_timeout', '10ms')
  const [one, other] = [openPostgres(databaseUrl), openPostgres(databaseUrl)]
  const gate = await closeGate()
  const writes = [
    one.write(count('pan'), gate.pass, count('sal')),
    other.write(count('sal'), gate.pass, count('pan')),
  ]
  await gate.waitUntilReached(2)
  await gate.open()
  await Promise.all(writes)

  await Promise.all([one.close(), other.close()])
  expect(await database.read(sql('SELECT count FROM words'))).toEqual([{ count: '2' }, { count: '2' }])
  // At least once: the retry may overtake the other write and deadlock again.
  await expect.poll(rolledBack).toBeGreaterThan(0)
})

test('the driver works on after the server has ended its connections', async () => {
  await database.write(word('pan'))
  const gate = await closeGate()
  const cut = expect(database.write(word('sal'), gate.pass)).rejects.toMatchObject({ isUndone: false })
  await gate.waitUntilReached(1)
  await administer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'advisory'`,
  )

  await cut
  await gate.open()
  await database.write(word('leche'))
  expect(await words()).toEqual(['leche', 'pan'])
})

test('the driver drops a connection whose server stops responding', async () => {
  const proxy = await createSilentProxy(databaseUrl)
  const behind = openPostgres(proxy.url)
  await behind.write(word('pan'), word('sal'))
  proxy.stall()
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const cut = expect(behind.write(word('leche'), word('queso'))).rejects.toThrow(StorageUnavailable)
    // By now the write has a connection.
    await new Promise(setImmediate)
    mock.timers.tick(5_000)
    await cut
  } finally {
    mock.timers.reset()
  }

  proxy.resumeHalfOpen()
  await behind.write(word('arroz'), word('té'))
  expect(await words()).toEqual(['arroz', 'pan', 'sal', 'té'])
  await behind.close()
  await proxy.close()
})

test('a migration may take longer than a request', { tag: '@slow' }, async () => {
  await database.writeExclusively(word('pan'), sql('SELECT pg_sleep(6)'), word('sal'))
  expect(await words()).toEqual(['pan', 'sal'])
})

test('only an error that aborts its transaction says that nothing is stored', async () => {
  await database.write(
    sql(`CREATE FUNCTION fail(state text) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'failed' USING ERRCODE = state; END $$`),
  )
  for (const [state, isUndone] of [
    ['53100', true],
    ['57014', true],
    ['08006', false],
    ['40003', false],
  ])
    await expect(database.write(word('sal'), sql(`SELECT fail('${state}')`))).rejects.toMatchObject({
      isUndone,
    })
})

test('a read-only server rejects writes as unavailable and stays readable; a connection to it is dropped', async () => {
  await database.read(sql("SELECT set_config('default_transaction_read_only', 'on', false)"))
  await expect(database.write(word('sal'), word('té'))).rejects.toThrow(StorageUnavailable)
  await database.write(word('leche'), word('queso'))
  await setDefault('default_transaction_read_only', 'on')
  const readOnly = openPostgres(databaseUrl)

  await expect(readOnly.write(word('pan'))).rejects.toThrow(StorageUnavailable)
  await expect(readOnly.write(word('pan'), word('sal'))).rejects.toMatchObject({ isUndone: true })
  expect(await readOnly.read(sql('SELECT word FROM words ORDER BY word'))).toEqual([
    { word: 'leche' },
    { word: 'queso' },
  ])
  await readOnly.close()
})

test('closing the driver finishes pending writes, refuses new calls and ends its connections', async () => {
  const gate = await closeGate()
  const last = database.write(word('pan'), gate.pass)
  await gate.waitUntilReached(1)
  const closed = database.close()
  await gate.open()
  await Promise.all([closed, last])

  await expect(database.write(word('leche'))).rejects.toThrow(StorageUnavailable)
  await expect(database.read(sql('SELECT 1'))).rejects.toThrow(StorageUnavailable)
  database = openPostgres(databaseUrl)
  expect(await words()).toEqual(['pan'])
  expect(await countConnections('true')).toBe(1)
})

test('the driver opens at most sixteen connections', async () => {
  await atOnce(200, (number) => database.write(word(`palabra ${number}`)))

  expect(await words()).toHaveLength(200)
  expect(await countConnections('true')).toBe(16)
})

test('where transactions are serializable each edit gets its own version', async ({ start }) => {
  await setDefault('default_transaction_isolation', 'serializable')
  const [one, other] = [await start(), await start()]
  const user = await createUser(one)
  const { _id } = await createNote(one, user, 'Compras')
  const holder = new Client(databaseUrl)
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT id FROM notes FOR UPDATE')
  const edits = atOnce(8, (index) =>
    call(index % 2 ? one : other, 'PUT', `/api/notes/${_id}`, {
      token: user.token,
      json: { title: `edición ${index}`, content: '' },
    }),
  )
  await expect.poll(() => countConnections("wait_event_type = 'Lock'"), AT_ONCE).toBe(8)
  await holder.query('COMMIT')
  await holder.end()

  const responses = await edits
  expect(statusesOf(responses)).toEqual(Array(8).fill(200))
  expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(8)
  expect(await rolledBack()).toBeGreaterThan(0)
  expect(await listNotes(other, user)).toHaveLength(1)
})

test('a server that ends a connection with its first response counts as unavailable', async () => {
  const shutdown = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
  const responses = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I')), message('E', shutdown)]
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat(responses)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const driver = openPostgres(`postgres://notas@127.0.0.1:${port}/notas`)

  await expect(driver.read(sql('SELECT 1'))).rejects.toThrow(StorageUnavailable)
  await expect(driver.write(word('pan'), word('sal'))).rejects.toThrow(StorageUnavailable)
  await driver.close()
  server.close()
})

test('the driver has the server end idle transactions after 5 seconds', async () => {
  const [row] = await database.read(sql('SHOW idle_in_transaction_session_timeout'))
  expect(row).toEqual({ idle_in_transaction_session_timeout: '5s' })
})

async function words(): Promise<unknown[]> {
  const rows = await database.read(sql('SELECT word FROM words ORDER BY word'))
  return rows.map((row) => row.word)
}

function word(text: string): Statement {
  return sql('INSERT INTO words (word) VALUES (?)', text)
}

function count(text: string): Statement {
  return sql('UPDATE words SET count = count + 1 WHERE word = ?', text)
}

/** Statement at which writes wait until the test lets all of them continue. */
async function closeGate() {
  const holder = new Client(databaseUrl)
  await holder.connect()
  await holder.query('SELECT pg_advisory_lock(1)')
  return {
    pass: sql('SELECT pg_advisory_xact_lock_shared(1)'),
    waitUntilReached: (writes: number) =>
      expect.poll(() => countConnections("wait_event = 'advisory'"), AT_ONCE).toBe(writes),
    open: () => holder.end(),
  }
}

/** Sets a default for later connections. */
async function setDefault(setting: string, value: string): Promise<void> {
  const { pathname } = new URL(databaseUrl)
  await administer(`ALTER DATABASE ${pathname.slice(1)} SET ${setting} = '${value}'`)
}

/** Failed transactions of this database; those of a connection count once it has ended. */
async function rolledBack(): Promise<number> {
  const [row] = await administer(
    'SELECT xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(row?.count)
}

/** Number of the driver's connections that meet an SQL condition. */
async function countConnections(condition: string): Promise<number> {
  const [row] = await administer(
    `SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  )
  return Number(row?.count)
}

/** Runs a query on a separate connection. */
async function administer(text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Message in the wire format of PostgreSQL. */
function message(type: string, body: Buffer | string): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(Buffer.byteLength(body) + 4, 1)
  return Buffer.concat([head, Buffer.from(body)])
}
