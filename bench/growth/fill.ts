import { createHash } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'

export const NOTES_PER_USER = 100
const DELETED_PER_USER = 10

/** Users and notes are numbered from 0. A user has every `users`-th note, so that they lie far from each other. */
export type Content = { users: number; notes: number; passwordHash: string }

type Dialect = { numbers: (count: number) => string; hex8: (number: string) => string }

const SQLITE: Dialect = {
  numbers: (count) =>
    `(WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})
      SELECT n FROM numbers) AS numbers`,
  hex8: (number) => `printf('%08x', ${number})`,
}
const POSTGRES: Dialect = {
  numbers: (count) => `generate_series(0::BIGINT, ${count - 1}) AS numbers (n)`,
  hex8: (number) => `lpad(to_hex(${number}), 8, '0')`,
}

export const TEXT = { title: 'Plantas', content: 'Riego los martes y los viernes. '.repeat(3) }

const REST_OF_ID = '-0000-4000-8000-000000000000'
const REST_OF_DELETED_ID = '-0000-4000-8000-000000000001'

const TABLES = "('notes', 'trash')"

export function tokenOf(user: number): string {
  return `token-${user}`
}

export function emailOf(user: number): string {
  return `persona${user}@correo.es`
}

export function userIdOf({ users }: Content, user: number): string {
  return idAt(user * stepOf(users))
}

export function noteIdOf({ notes, users }: Content, user: number, number: number): string {
  return idAt((number * users + user) * stepOf(notes))
}

function idAt(position: number): string {
  return position.toString(16).padStart(8, '0') + REST_OF_ID
}

/** Spreads ids over all that there are, as random ones would be. */
function stepOf(count: number): number {
  return Math.floor(2 ** 32 / count)
}

/** Fills the tables of a host that has started once. Triggers and indexes are made anew afterwards. */
export async function fill(url: string, content: Content): Promise<void> {
  if (url.startsWith('file:')) fillSqlite(url.slice('file:'.length), content)
  else await fillPostgres(url, content)
}

function fillSqlite(file: string, content: Content): void {
  const database = new DatabaseSync(file)
  database.function('sha256', (text: unknown) => createHash('sha256').update(String(text)).digest('hex'))
  database.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -500000')
  const parts = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_master WHERE tbl_name IN ${TABLES} AND type IN ('index', 'trigger')`,
    )
    .all() as { type: string; name: string; sql: string | null }[]
  const own = parts.filter(({ sql }) => sql !== null)
  for (const { type, name } of own) database.exec(`DROP ${type} ${name}`)
  for (const sql of insertsOf(content, SQLITE, (text) => `sha256(${text})`)) database.exec(sql)
  for (const { sql } of own) database.exec(String(sql))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

async function fillPostgres(url: string, content: Content): Promise<void> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename IN ${TABLES} AND indexdef NOT LIKE '% UNIQUE %'`,
  )
  await client.query('SET session_replication_role = replica; SET maintenance_work_mem = 262144')
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`)
  const sha256 = (text: string) => `encode(sha256((${text})::bytea), 'hex')`
  for (const sql of insertsOf(content, POSTGRES, sha256)) await client.query(sql)
  for (const { indexdef } of rows) await client.query(indexdef)
  for (const table of ['users', 'sessions', 'notes', 'trash']) await client.query(`VACUUM ANALYZE ${table}`)
  await client.query('CHECKPOINT')
  await client.end()
}

function insertsOf(
  { users, notes, passwordHash }: Content,
  { numbers, hex8 }: Dialect,
  sha256: (text: string) => string,
): string[] {
  const userId = (number: string) => `${hex8(`${number} * ${stepOf(users)}`)} || '${REST_OF_ID}'`
  const { title, content } = TEXT
  const bytes = title.length + content.length
  const deleted = users * DELETED_PER_USER
  return [
    `INSERT INTO users (id, user_name, email, password_hash, notes_version, created_at, is_email_proved,
        notes_count, notes_bytes, trash_count, trash_bytes)
      SELECT ${userId('n')}, 'Carmen', 'persona' || n || '@correo.es', '${passwordHash}',
        ${NOTES_PER_USER + DELETED_PER_USER}, 1, 1,
        ${NOTES_PER_USER}, ${NOTES_PER_USER * bytes}, ${DELETED_PER_USER}, ${DELETED_PER_USER * bytes}
      FROM ${numbers(users)}`,
    `INSERT INTO sessions (token_hash, user_id, last_used_at, created_at)
      SELECT ${sha256("'token-' || n")}, ${userId('n')}, ${Date.now()}, ${Date.now()} FROM ${numbers(users)}`,
    `INSERT INTO notes (id, user_id, title, content, version)
      SELECT ${hex8(`n * ${stepOf(notes)}`)} || '${REST_OF_ID}', ${userId(`(n % ${users})`)}, '${title}', '${content}',
        n / ${users} + 1
      FROM ${numbers(notes)}`,
    `INSERT INTO trash (id, user_id, title, content, version, deleted_at)
      SELECT ${hex8(`n * ${stepOf(deleted)}`)} || '${REST_OF_DELETED_ID}', ${userId(`(n % ${users})`)}, '${title}',
        '${content}', ${NOTES_PER_USER} + n / ${users} + 1, ${Date.now()} - n
      FROM ${numbers(deleted)}`,
  ]
}
