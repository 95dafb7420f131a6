import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import type { Database, Statement } from '@/server/store/database'
import { openDatabase } from '@/server/store/open'

/** Works on the host's database behind its back. */
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

export function sql(text: string, ...params: Statement['params']): Statement {
  return { sql: text, params }
}

/** Takes the only turn to write, as another program would, and returns what gives it back. */
export async function lockDatabase({ databaseUrl }: { databaseUrl: string }): Promise<() => Promise<void>> {
  if (databaseUrl.startsWith('file:')) return lockSqlite(databaseUrl.slice('file:'.length))

  const client = new Client(databaseUrl)
  await client.connect()
  await client.query('BEGIN; LOCK TABLE users, sessions, notes IN EXCLUSIVE MODE')
  return () => client.end()
}

function lockSqlite(file: string): () => Promise<void> {
  const database = new DatabaseSync(file)
  database.exec('BEGIN IMMEDIATE')
  return async () => {
    if (database.isOpen) database.close()
  }
}
