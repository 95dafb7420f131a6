import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { type Database, type Row, type Statement, StorageUnavailable } from './database'

const BUSY_TIMEOUT_MS = 5_000

const RETRY_INTERVAL_MS = 10

/** The package gives no error codes, only SQLite's messages. */
const UNAVAILABLE =
  /database or disk is full|disk I\/O error|database is locked|readonly database|unable to open database|database is not open/i

/** Locked before a transaction begins, or rolled back. */
const UNDONE = /database or disk is full|database is locked|readonly database/i

const LOCKED = /database is locked/

type Connection = InstanceType<typeof DatabaseSync>

type QueuedWrite = {
  statements: Statement[]
  resolve: (rows: Row[][]) => void
  reject: (cause: Error) => void
}

export function openSqlite(file: string): Database {
  // Must stay referenced: the package closes a database whose object is garbage-collected.
  const connection = connect(file)
  const prepared = new Map<string, ReturnType<Connection['prepare']>>()
  let queue: QueuedWrite[] = []

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
      const mayRetry = LOCKED.test(String(cause)) && performance.now() < deadline
      if (mayRetry) setTimeout(commitQueue, RETRY_INTERVAL_MS, deadline)
      else fail(takeQueue(), cause)
      return
    }

    const writes = takeQueue()
    try {
      const settles = writes.map(runWrite)
      connection.exec('COMMIT')
      for (const settle of settles) settle()
    } catch (cause) {
      fail(writes, cause)
    }
  }

  /** Never waits for another process, which would block the event loop. */
  function begin(): void {
    connection.exec('PRAGMA busy_timeout = 0')
    try {
      connection.exec('BEGIN IMMEDIATE')
    } finally {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  }

  function takeQueue(): QueuedWrite[] {
    const writes = queue
    queue = []
    return writes
  }

  /** Rejects this write alone; throws if the whole transaction has failed. */
  function runWrite({ statements, resolve, reject }: QueuedWrite): () => void {
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

  function fail(writes: QueuedWrite[], cause: unknown): void {
    for (const { reject } of writes) reject(failure(cause))
    if (connection.isOpen && connection.isTransaction) connection.exec('ROLLBACK')
  }

  function write(...statements: Statement[]): Promise<Row[][]> {
    return new Promise((resolve, reject) => {
      queue.push({ statements, resolve, reject })
      if (queue.length === 1) setImmediate(commitQueue, performance.now() + BUSY_TIMEOUT_MS)
    })
  }

  /** Leaves the file complete without its log, unless another host still uses it. */
  function checkpoint(): void {
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
    writeExclusively: write,
    async close() {
      if (queue.length > 0) commitQueue(0)
      checkpoint()
      connection.close()
    },
    rowLock: '',
    dialect: 'sqlite',
    // Bytes, which need no conversion to a string and back.
    jsonArray: (pairs, order) => `CAST(json_group_array(json_object(${pairs}) ORDER BY ${order}) AS BLOB)`,
  }
}

function connect(file: string): Connection {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new Error('it is not a file')
  const connection = new DatabaseSync(file)
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  try {
    makePrivate(file)
    connection.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
    )
    return connection
  } catch (cause) {
    connection.close()
    throw failure(cause)
  }
}

function makePrivate(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    if (mode & 0o077) chmodSync(path, mode & 0o700)
  }
}

function failure(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  if (!UNAVAILABLE.test(error.message)) return error
  return new StorageUnavailable(error.message, { isUndone: UNDONE.test(error.message), cause })
}
