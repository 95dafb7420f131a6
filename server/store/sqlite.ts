import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { type Database, type Row, type Statement, StorageUnavailable } from './database'

/** How long a statement waits for another process that works on the same file, in milliseconds. */
const BUSY_TIMEOUT = 5_000

/** How often a write asks whether it is its turn, in milliseconds. */
const RETRY_INTERVAL = 10

/** The package tells the causes apart by SQLite's own sentences alone. */
const UNAVAILABLE =
  /database or disk is full|disk I\/O error|database is locked|readonly database|unable to open database|database is not open/i

const LOCKED = /database is locked/

type Connection = InstanceType<typeof DatabaseSync>

type Write = { statements: Statement[]; resolve: (rows: Row[][]) => void; reject: (cause: Error) => void }

/**
 * Opens an SQLite file, made where there is none. Writes that arrive together are committed together: one
 * sync to the disk answers for all of them.
 */
export function openSqlite(file: string): Database {
  // Kept in this scope: the package closes a database whose object is garbage-collected.
  const connection = connect(file)
  const prepared = new Map<string, ReturnType<Connection['prepare']>>()
  let queue: Write[] = []

  function run({ sql, params }: Statement): Row[] {
    let statement = prepared.get(sql)
    if (!statement) {
      statement = connection.prepare(sql)
      prepared.set(sql, statement)
    }
    return statement.all(...params) as Row[]
  }

  function commitQueue(deadline: number): void {
    try {
      begin()
    } catch (cause) {
      const isOthersTurn = LOCKED.test(String(cause)) && performance.now() < deadline
      if (isOthersTurn) setTimeout(commitQueue, RETRY_INTERVAL, deadline)
      else fail(takeQueue(), cause)
      return
    }

    const writes = takeQueue()
    try {
      const settle = writes.map(runWrite)
      connection.exec('COMMIT')
      for (const settled of settle) settled()
    } catch (cause) {
      fail(writes, cause)
    }
  }

  /** Does not wait for another process here, which would hold up the reads too. */
  function begin(): void {
    connection.exec('PRAGMA busy_timeout = 0')
    try {
      connection.exec('BEGIN IMMEDIATE')
    } finally {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
    }
  }

  function takeQueue(): Write[] {
    const writes = queue
    queue = []
    return writes
  }

  /** Fails alone where it can: a failure that ends the whole transaction is thrown on. */
  function runWrite({ statements, resolve, reject }: Write): () => void {
    connection.exec('SAVEPOINT write')
    try {
      const rows = statements.map(run)
      connection.exec('RELEASE write')
      return () => resolve(rows)
    } catch (cause) {
      if (!connection.isTransaction) throw cause
      connection.exec('ROLLBACK TO write; RELEASE write')
      return () => reject(failure(cause))
    }
  }

  function fail(writes: Write[], cause: unknown): void {
    for (const { reject } of writes) reject(failure(cause))
    if (connection.isOpen && connection.isTransaction) connection.exec('ROLLBACK')
  }

  function write(...statements: Statement[]): Promise<Row[][]> {
    return new Promise((resolve, reject) => {
      queue.push({ statements, resolve, reject })
      if (queue.length === 1) setImmediate(commitQueue, performance.now() + BUSY_TIMEOUT)
    })
  }

  /** So that the file alone is all there is. Another host that still works on it does it later. */
  function emptyLog(): void {
    try {
      connection.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (cause) {
      if (!UNAVAILABLE.test(String(cause))) throw cause
    }
  }

  return {
    async read(statement) {
      try {
        return run(statement)
      } catch (cause) {
        throw failure(cause)
      }
    },
    write,
    // A transaction that writes has the file to itself.
    writeExclusively: write,
    async close() {
      if (queue.length > 0) commitQueue(0)
      emptyLog()
      connection.close()
    },
    isShared: false,
    jsonArray: (pairs, order) => `json_group_array(json_object(${pairs}) ORDER BY ${order})`,
  }
}

function connect(file: string): Connection {
  mkdirSync(dirname(file), { recursive: true })
  const connection = new DatabaseSync(file)
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
  try {
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    return connection
  } catch (cause) {
    connection.close()
    throw failure(cause)
  }
}

function failure(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  return UNAVAILABLE.test(error.message) ? new StorageUnavailable(error.message, { cause }) : error
}
