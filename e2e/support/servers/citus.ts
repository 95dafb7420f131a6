import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { openDatabase } from '@/server/store/open'

/** Whether each PostgreSQL database of the tests has the keys of deploy/citus. */
export const HAS_CITUS_KEYS = Boolean(process.env.CITUS_KEYS)

/** Stands for the engine: notes what it is asked for, and leaves the tables where they are. */
const ENGINE = `CREATE SCHEMA engine;
  CREATE TABLE engine.calls (name text, by text, beside text);
  CREATE FUNCTION engine.create_distributed_table(text, text, colocate_with text DEFAULT 'default') RETURNS void
    LANGUAGE sql AS 'INSERT INTO engine.calls VALUES ($1, $2, $3)';
  CREATE FUNCTION engine.create_reference_table(text) RETURNS void
    LANGUAGE sql AS 'INSERT INTO engine.calls VALUES ($1)';
  CREATE FUNCTION engine.undistribute_table(text, cascade_via_foreign_keys boolean DEFAULT false) RETURNS void
    LANGUAGE sql AS 'INSERT INTO engine.calls VALUES ($1)';
  SET search_path = public, engine;`

/** Table that the engine is asked for, the column by which it would be spread, and the table in whose shards. */
type Call = { name: string; by: string | null; beside: string | null }

/** Migrates the database, and gives it the keys of deploy/citus. */
export async function distribute(databaseUrl: string): Promise<Call[]> {
  await (await openDatabase(databaseUrl)).close()
  return run(databaseUrl, 'distribute.sql')
}

/** Empties a database that was created with these keys: some tests bring their own schema. */
export async function emptyDatabase(databaseUrl: string): Promise<void> {
  if (HAS_CITUS_KEYS)
    await inDatabase(databaseUrl, (client) =>
      client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
    )
}

export function undistribute(databaseUrl: string): Promise<Call[]> {
  return run(databaseUrl, 'undistribute.sql')
}

function run(databaseUrl: string, file: string): Promise<Call[]> {
  return inDatabase(databaseUrl, async (client) => {
    await client.query(ENGINE)
    await client.query(readFileSync(`deploy/citus/${file}`, 'utf8'))
    const { rows } = await client.query('SELECT * FROM engine.calls')
    await client.query('DROP SCHEMA engine CASCADE')
    return rows
  })
}

async function inDatabase<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
