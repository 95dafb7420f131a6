import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import type { Database, Statement } from '@/server/store/database'
import { openDatabase } from '@/server/store/open'

/** Opens the host's database while the host runs. */
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

/** Runs a statement beside the host. */
export async function execute(
  host: { databaseUrl: string },
  text: string,
  ...params: Statement['params']
): Promise<void> {
  await withDatabase(host, ({ write }) => write(sql(text, ...params)))
}

/** Reads rows beside the host. */
export function select(host: { databaseUrl: string }, text: string, ...params: Statement['params']) {
  return withDatabase(host, ({ read }) => read(sql(text, ...params)))
}

export function sql(text: string, ...params: Statement['params']): Statement {
  return { sql: text, params }
}

/** Takes the write lock as another program would, waiting up to 5 s for it. Returns a function that releases it. */
export async function lockDatabase({ databaseUrl }: { databaseUrl: string }): Promise<() => Promise<void>> {
  if (databaseUrl.startsWith('file:')) return lockSqlite(databaseUrl.slice('file:'.length))

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
