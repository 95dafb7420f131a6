import { setTimeout } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient, type QueryConfig } from 'pg'
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

/** Any number that no other program uses on the same database. */
const LOCK = 2_027_316_097

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
  })
  // A connection that breaks while nobody uses it has left the pool: there is nothing else to do.
  pool.on('error', () => {})
  const queries = new Map<string, QueryConfig>()

  function queryOf({ sql, params }: Statement): QueryConfig {
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
    if (only && statements.length === 1) return [await read(only)]

    const client = await pool.connect()
    const queries = [{ text: 'BEGIN' }, ...statements.map(queryOf), { text: 'COMMIT' }]
    try {
      return await runAll(client, queries)
    } finally {
      client.release()
    }
  }

  return {
    read: (statement) => patiently(() => read(statement)),
    write: (...statements) => patiently(() => write(statements)),
    close: () => pool.end(),
    isShared: true,
    lock: [{ sql: 'SELECT pg_advisory_xact_lock(?)', params: [LOCK] }],
    jsonArray: (pairs, order) =>
      `coalesce(json_agg(json_build_object(${pairs}) ORDER BY ${order}), '[]')::text`,
  }
}

/** The rows of all but the first and the last, which begin and end the transaction. */
async function runAll(client: PoolClient, queries: QueryConfig[]): Promise<Row[][]> {
  // A connection that breaks rejects its queries, which is told soon enough.
  const ignore = () => {}
  client.on('error', ignore)
  const answers = await Promise.allSettled(queries.map((query) => client.query(query)))
  client.off('error', ignore)
  // After a failure the database takes no further statement, and ends the transaction as if it never was.
  return answers
    .map((answer) => {
      if (answer.status === 'rejected') throw answer.reason
      return answer.value.rows
    })
    .slice(1, -1)
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
