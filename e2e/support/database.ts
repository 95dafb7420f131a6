import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import type { Database, Statement } from '@/server/store/database'
import { openDatabase } from '@/server/store/open'
import { waitFor } from './wait-for'

export async function withDatabase<Result>(
  { databaseUrl }: { databaseUrl: string },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(databaseUrl)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export async function execute(
  host: { databaseUrl: string },
  text: string,
  ...params: Statement['params']
): Promise<void> {
  await withDatabase(host, ({ write }) => write(sql(text, ...params)))
}

export function select(host: { databaseUrl: string }, text: string, ...params: Statement['params']) {
  return withDatabase(host, ({ read }) => read(sql(text, ...params)))
}

export function rowsOf(host: { databaseUrl: string }, table: string, { email }: { email: string }) {
  return select(host, `SELECT * FROM ${table} WHERE user_id = (SELECT id FROM users WHERE email = ?)`, email)
}

export async function userIdOf(host: { databaseUrl: string }, { email }: { email: string }): Promise<string> {
  const [user] = await select(host, 'SELECT id FROM users WHERE email = ?', email)
  return String(user?.id)
}

/** Table of the numbers from 1 to `last`, in its column `n`. */
export function numbersTo(last: number): string {
  return `(WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})
    SELECT n FROM numbers) AS numbers`
}

/**
 * Stores notes of that length, 'nota 1' to the newest, for which the host would need long. `first` is the number of the
 * first one, and `start` how their content begins.
 */
export async function fillTable(
  host: { databaseUrl: string },
  table: 'notes' | 'trash',
  { email }: { email: string },
  notes: number,
  length = 0,
  { first = 1, start = '' } = {},
): Promise<void> {
  const last = first + notes - 1
  const [column, value] = table === 'trash' ? [', deleted_at', `, ${Date.now()}`] : ['', '']
  const insert = `INSERT INTO ${table} (id, user_id, version, title, content${column})
    SELECT substr(users.id, 1, 24) || CAST(100000000000 + n AS TEXT), users.id, n, 'nota ' || CAST(n AS TEXT), ?${value}
    FROM users, ${numbersTo(last)} WHERE email = ? AND n > ? AND n <= ?`
  await withDatabase(host, async ({ write }) => {
    // In one transaction each row would slow down the trigger of the next.
    for (let at = first - 1; at < last; at += 500)
      await write(sql(insert, start.padEnd(length, 'a'), email, at, at + 500))
    await write(sql('UPDATE users SET notes_version = ? WHERE email = ?', last, email))
  })
}

export function recordStatements(database: Database): { recorded: Database; statements: Statement[] } {
  const statements: Statement[] = []
  const recorded: Database = {
    ...database,
    read(statement) {
      statements.push(statement)
      return database.read(statement)
    },
    write(...written) {
      statements.push(...written)
      return database.write(...written)
    },
    writeExclusively(...written) {
      statements.push(...written)
      return database.writeExclusively(...written)
    },
  }
  return { recorded, statements }
}

export function fileOf(databaseUrl: string): string {
  return databaseUrl.slice('file:'.length)
}

export function sql(text: string, ...params: Statement['params']): Statement {
  return { sql: text, params }
}

/** Runs statements in a transaction of PostgreSQL, which commits once `write` waits for it. */
export async function writeBehind<Result>(
  { databaseUrl }: { databaseUrl: string },
  statements: string,
  write: () => Promise<Result>,
): Promise<Result> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    await client.query(`BEGIN; ${statements}`)
    const written = write()
    const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted'
    await waitFor('the write waits', 20_000, async () => (await client.query(waiting)).rows.length > 0)
    await client.query('COMMIT')
    return await written
  } finally {
    await client.end()
  }
}

/** Takes the write lock as another program would, waiting up to 5 s for it. Returns a function that releases it. */
export async function lockDatabase({ databaseUrl }: { databaseUrl: string }): Promise<() => Promise<void>> {
  if (databaseUrl.startsWith('file:')) return lockSqlite(fileOf(databaseUrl))

  const client = new Client(databaseUrl)
  await client.connect()
  await client.query('BEGIN; LOCK TABLE users, sessions, notes IN EXCLUSIVE MODE')
  return () => client.end()
}

function lockSqlite(file: string): () => Promise<void> {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA busy_timeout = 5000')
  database.exec('BEGIN IMMEDIATE')
  return async () => {
    if (database.isOpen) database.close()
  }
}
