import { setTimeout } from 'node:timers/promises'
import { DatabaseError, Pool, type QueryConfig } from 'pg'
import { type Database, type Row, type Statement, StorageUnavailable } from './database'

/** Connections that a host keeps at most. */
const CONNECTIONS = 10

/** How long a connection, or an answer on it, is waited for, in milliseconds. */
const PATIENCE = 5_000

/**
 * How long the database works on a statement, or waits for a lock, in milliseconds. It gives up before we do,
 * so that nothing is done after it was refused; a transaction has two statements that may wait.
 */
const STATEMENT_PATIENCE = 2_000

/** The same for a transaction that other hosts wait for, such as a migration. */
const LONG_PATIENCE = 60 * 60 * 1000

type Query = QueryConfig & { query_timeout?: number }

/** The lock's number is any that no other program uses on the same database. */
const ALONE: Query[] = [
  { text: 'SET LOCAL statement_timeout = 0' },
  { text: 'SELECT pg_advisory_xact_lock(2027316097)' },
]

/** SQLSTATEs of a transaction that failed only because of others beside it. */
const RETRIABLE = /^(40001|40P01)$/

/** The last wait before another attempt is at most 2 ** ATTEMPTS milliseconds. */
const ATTEMPTS = 8

/** SQLSTATEs: no connection, no room, shutting down, a standby, a lock or an outcome that nobody knows. */
const UNAVAILABLE = /^(08|53|57|58|25006|40|55P03)/

/** SQLSTATEs: not with this password, or no such database. */
const REFUSED = /^(28|3D)/

/**
 * Opens a database that speaks PostgreSQL's protocol. The statements of a transaction are sent together, so
 * that it costs one round trip.
 */
export function openPostgres(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    statement_timeout: STATEMENT_PATIENCE,
    // A host that is gone in the middle of a transaction holds up nobody.
    idle_in_transaction_session_timeout: PATIENCE,
  })
  // A connection that breaks rejects its queries, and leaves the pool: there is nothing else to do.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const queries = new Map<string, QueryConfig>()

  function queryOf({ sql, params }: Statement): Query {
    let query = queries.get(sql)
    if (!query) {
      let count = 0
      query = { name: `notas-${queries.size}`, text: sql.replaceAll('?', () => `$${++count}`) }
      queries.set(sql, query)
    }
    return { ...query, values: [...params] }
  }

  async function read(statement: Statement): Promise<Row[]> {
    return (await pool.query(queryOf(statement))).rows
  }

  async function write(statements: Statement[]): Promise<Row[][]> {
    const [only] = statements
    return only && statements.length === 1 ? [await read(only)] : transaction(statements.map(queryOf))
  }

  /** The rows of each query. They are sent together, with what begins and ends the transaction. */
  async function transaction(queries: Query[]): Promise<Row[][]> {
    const client = await pool.connect()
    const all = [{ text: 'BEGIN' }, ...queries, { text: 'COMMIT' }]
    const answers = await Promise.allSettled(all.map((query) => client.query(query)))
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    // What is not from the database is the end of the connection, which must not go back to the pool.
    client.release(failures.find((cause) => !(cause instanceof DatabaseError)))
    // After the first failure the database takes no further statement, and nothing has happened.
    if (failures.length > 0) throw failures[0]
    return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : [])).slice(1, -1)
  }

  async function writeExclusively(statements: Statement[]): Promise<Row[][]> {
    const queries = [...ALONE, ...statements.map(queryOf)]
    const rows = await transaction(queries.map((query) => ({ ...query, query_timeout: LONG_PATIENCE })))
    return rows.slice(ALONE.length)
  }

  return {
    read: (statement) => patiently(() => read(statement)),
    write: (...statements) => patiently(() => write(statements)),
    writeExclusively: (...statements) => patiently(() => writeExclusively(statements)),
    close: () => pool.end(),
    isShared: true,
    jsonArray: (pairs, order) =>
      `coalesce(json_agg(json_build_object(${pairs}) ORDER BY ${order}), '[]')::text`,
  }
}

async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (cause) {
      if (attempt > ATTEMPTS || !RETRIABLE.test(stateOf(cause))) throw failure(cause)
    }
    await setTimeout(Math.random() * 2 ** attempt)
  }
}

function failure(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  return isAway(error) ? new StorageUnavailable(error.message || stateOf(error), { cause }) : error
}

/** What is no answer of the database, or ends the connection, says that it cannot be reached. */
function isAway(error: Error): boolean {
  if (!(error instanceof DatabaseError)) return true
  const state = stateOf(error)
  const isEnd = error.severity === 'FATAL' || error.severity === 'PANIC'
  return UNAVAILABLE.test(state) || (isEnd && !REFUSED.test(state))
}

function stateOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
