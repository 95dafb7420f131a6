import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type ClientBase, DatabaseError, Pool, type QueryConfig } from 'pg'
import { type Database, type Row, type Statement, StorageUnavailable } from './database'

/** Commits at the same time share one write to the disk: 10 connections store about a tenth fewer notes a second. */
const MAX_CONNECTIONS = 16

const TIMEOUT_MS = 5_000

/** Two statements of a transaction may wait for locks; both must end before TIMEOUT_MS gives up on the result. */
const STATEMENT_TIMEOUT_MS = 2_000

const EXCLUSIVE_TIMEOUT_MS = 60 * 60 * 1000

type Query = QueryConfig & { query_timeout?: number }

const EXCLUSIVE_LOCK: Query[] = [
  { text: 'SET LOCAL statement_timeout = 0' },
  { text: 'SELECT pg_advisory_xact_lock(2027316097)' },
]

/** SQLSTATEs: serialization failure, deadlock. */
const RETRIABLE = /^(40001|40P01)$/

/** SQLSTATEs: a prepared statement does not exist, exists already. */
const PREPARED_ELSEWHERE = /^(26000|42P05)$/

const MAX_RETRIES = 8

/** SQLSTATEs: connection, resources, shutdown, standby, rollback, lock. */
const UNAVAILABLE = /^(08|53|57|58|25006|40|55P03)/

/** SQLSTATEs of errors that may have followed a commit: of a connection behind a coordinator, unknown completion. Others abort. */
const UNKNOWN = /^(08|40003)/

const READ_ONLY = '25006'

/** SQLSTATEs: wrong credentials, unknown database. */
const REFUSED = /^(28|3D)/

export function openPostgres(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // Releases the locks of a host that disappeared.
    idle_in_transaction_session_timeout: TIMEOUT_MS,
    onConnect: refuseStandby,
  })
  // A broken connection rejects its queries and leaves the pool; without listeners the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const queries = new Map<string, { name: string; text: string }>()
  let arePrepared = true

  function queryOf({ sql, params }: Statement): Query {
    let query = queries.get(sql)
    if (!query) {
      let count = 0
      const text = sql.replaceAll('?', () => `$${++count}`)
      // A pooler may give this host a connection in which another one has prepared its statements.
      query = { name: createHash('sha256').update(text).digest('base64url'), text }
      queries.set(sql, query)
    }
    const { name, text } = query
    return arePrepared ? { name, text, values: [...params] } : { text, values: [...params] }
  }

  async function read(statement: Statement): Promise<Row[]> {
    return (await pool.query(queryOf(statement))).rows
  }

  async function write(statements: Statement[]): Promise<Row[][]> {
    const [only] = statements
    return only && statements.length === 1 ? [await read(only)] : transaction(statements.map(queryOf))
  }

  /** `query_timeout`: the pool's by default. It counts from here for each query, however many are before it. */
  async function transaction(queries: Query[], query_timeout?: number): Promise<Row[][]> {
    const client = await pool.connect()
    const all: Query[] = [{ text: 'BEGIN' }, ...queries, { text: 'COMMIT' }].map((query) => ({
      ...query,
      query_timeout,
    }))
    const results = await Promise.allSettled(all.map((query) => client.query(query)))
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    // Destroys the connection after an error that is not the database's, and if the server has become a standby.
    client.release(
      failures.find((cause) => !(cause instanceof DatabaseError) || stateOf(cause) === READ_ONLY),
    )
    // The first failure aborts the transaction, so the others follow from it.
    if (failures.length > 0) throw failures[0]
    return results.map((result) => (result.status === 'fulfilled' ? result.value.rows : [])).slice(1, -1)
  }

  async function writeExclusively(statements: Statement[]): Promise<Row[][]> {
    const queries = [...EXCLUSIVE_LOCK, ...statements.map(queryOf)]
    const rows = await transaction(queries, EXCLUSIVE_TIMEOUT_MS)
    return rows.slice(EXCLUSIVE_LOCK.length)
  }

  async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (cause) {
        const state = stateOf(cause)
        if (PREPARED_ELSEWHERE.test(state)) arePrepared = false
        else if (!RETRIABLE.test(state)) throw failure(cause)
        if (attempt > MAX_RETRIES) throw failure(cause)
      }
      await setTimeout(Math.random() * 2 ** attempt)
    }
  }

  return {
    read: (statement) => withRetries(() => read(statement)),
    write: (...statements) => withRetries(() => write(statements)),
    writeExclusively: (...statements) => withRetries(() => writeExclusively(statements)),
    close: () => pool.end(),
    // Not FOR UPDATE, which would also hold up the foreign keys of new sessions.
    rowLock: 'FOR NO KEY UPDATE',
    dialect: 'postgres',
    jsonArray: (pairs, order) =>
      `coalesce(json_agg(json_build_object(${pairs}) ORDER BY ${order}), '[]')::text`,
  }
}

/** A standby may show writes that the primary has not confirmed, and that a fail-over discards. */
async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query('SELECT pg_is_in_recovery() AS "isStandby"')
  if (rows[0].isStandby) throw new Error('the server is a standby')
}

function failure(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  if (!isAway(error)) return error
  const isUndone =
    error instanceof DatabaseError && error.severity === 'ERROR' && !UNKNOWN.test(stateOf(error))
  return new StorageUnavailable(error.message || stateOf(error), { isUndone, cause })
}

function isAway(error: Error): boolean {
  if (!(error instanceof DatabaseError)) return true
  const state = stateOf(error)
  const isEnd = error.severity === 'FATAL' || error.severity === 'PANIC'
  return UNAVAILABLE.test(state) || (isEnd && !REFUSED.test(state))
}

function stateOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
