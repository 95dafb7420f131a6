import { randomUUID } from 'node:crypto'
import type { Database } from '@/server/store/database'
import { createIdentifiedUser } from '@/server/store/identities'
import { openDatabase } from '@/server/store/open'
import { deleteUser, findUserByEmail } from '@/server/store/users'
import { expect, test } from '../../support/api-fixtures'
import { sql } from '../../support/database'
import { statementsOfEveryCall } from '../../support/every-call'
import { distribute, HAS_CITUS_KEYS, undistribute } from '../../support/servers/citus'

test.skip(HAS_CITUS_KEYS, 'These tests give a database its keys themselves.')

/** Keys, indexes and triggers of the tables, in words. */
const SCHEMA = `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) AS part FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY part`

/** Unique keys of the tables, each with its columns. */
const KEYS = `SELECT indrelid::regclass::text AS name, array_agg(attname::text) AS columns
  FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
  JOIN pg_class ON pg_class.oid = indrelid
  WHERE indisunique AND relnamespace = 'public'::regnamespace GROUP BY indexrelid, indrelid`

const FOREIGN_KEYS = `SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS target, attname AS column
  FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'`

const TRIGGER_BODIES =
  'SELECT prosrc AS body FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal'

test('each key has the column by which its table is spread, and foreign keys and triggers stay in a shard', async ({
  databaseUrl,
}) => {
  const spread = new Map((await distribute(databaseUrl)).map((call) => [call.name, call]))
  const database = await openDatabase(databaseUrl)
  const tables = await database.read(sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
  expect([...spread.keys()].sort()).toEqual(tables.map(({ tablename }) => tablename).sort())

  for (const { name, columns } of await database.read(sql(KEYS))) {
    const { by = null } = spread.get(String(name)) ?? {}
    if (by !== null) expect(columns, String(name)).toContain(by)
  }
  for (const { name, target, column } of await database.read(sql(FOREIGN_KEYS)))
    expect(spread.get(String(name)), String(name)).toMatchObject({ by: column, beside: target })
  const elsewhere = [...spread.values()].filter(({ name, beside }) => ![name, beside].includes('users'))
  for (const { body } of await database.read(sql(TRIGGER_BODIES)))
    for (const { name } of elsewhere) expect(String(body)).not.toMatch(new RegExp(`\\b${name}\\b`))
  await database.close()
})

test('every call works with these keys, and an account that is deleted leaves neither its address nor its identity', async ({
  databaseUrl,
}) => {
  await distribute(databaseUrl)
  const database = await openDatabase(databaseUrl)
  await statementsOfEveryCall(database)
  const email = 'carmen@correo.es'
  const create = (subject: string) => {
    const user = { id: randomUUID(), userName: 'Carmen', email, now: 1 }
    return createIdentifiedUser(database, { issuer: 'https://x.es', subject }, user)
  }
  expect([await create('carmen'), await create('otra')]).toEqual([true, false])
  const user = await findUserByEmail(database, email)
  expect(await deleteUser(database, String(user?.id))).toBe(true)
  for (const table of ['emails', 'identities']) {
    const left = `SELECT * FROM ${table} WHERE user_id NOT IN (SELECT id FROM users)`
    expect(await database.read(sql(left)), table).toEqual([])
  }
  await database.close()
})

test('the way back leaves the keys, indexes and triggers of one server', async ({ databaseUrl }) => {
  const database = await openDatabase(databaseUrl)
  const before = await schemaOf(database)
  const spread = await distribute(databaseUrl)
  expect(await schemaOf(database)).not.toEqual(before)
  const gathered = (await undistribute(databaseUrl)).map(({ name }) => name)
  expect(await schemaOf(database)).toEqual(before)
  await database.close()

  const alone = spread.filter(({ beside }) => beside !== 'users').map(({ name }) => name)
  expect(gathered).toEqual(alone)
})

async function schemaOf(database: Database): Promise<unknown[]> {
  return (await database.read(sql(SCHEMA))).map(({ part }) => part)
}
