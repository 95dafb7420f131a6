import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { type Database, type Row, type Statement, StorageUnavailable } from './database'

/** How long to wait for another process that is writing to the same file, in milliseconds. */
const BUSY_TIMEOUT = 5_000

/** The package tells the causes apart by SQLite's own sentences alone. */
const UNAVAILABLE =
  /database or disk is full|disk I\/O error|database is locked|readonly database|unable to open database|database is not open/i

type Write = { statements: Statement[]; resolve: (rows: Row[][]) => void; reject: (cause: Error) => void }

/**
 * Opens an SQLite file, made where there is none. Writes that arrive together are committed together: one
 * sync to the disk answers for all of them.
 */
export function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true })
  // Kept in this scope: the package closes a database whose object is garbage-collected.
  const connection = new DatabaseSync(file)
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')

  const prepared = new Map<string, ReturnType<InstanceType<typeof DatabaseSync>['prepare']>>()
  let queue: Write[] = []

  function run({ sql, params }: Statement): Row[] {
    let statement = prepared.get(sql)
    if (!statement) {
      statement = connection.prepare(sql)
      prepared.set(sql, statement)
    }
    return statement.all(...params) as Row[]
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

  function commitQueue(): void {
    const writes = queue
    queue = []
    try {
      connection.exec('BEGIN IMMEDIATE')
      const settle = writes.map(runWrite)
      connection.exec('COMMIT')
      for (const settled of settle) settled()
    } catch (cause) {
      if (connection.isOpen && connection.isTransaction) connection.exec('ROLLBACK')
      for (const { reject } of writes) reject(failure(cause))
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
    write(...statements) {
      return new Promise((resolve, reject) => {
        queue.push({ statements, resolve, reject })
        if (queue.length === 1) setImmediate(commitQueue)
      })
    },
    close() {
      if (queue.length > 0) commitQueue()
      connection.close()
    },
  }
}

function failure(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  return UNAVAILABLE.test(error.message) ? new StorageUnavailable(error.message, { cause }) : error
}
