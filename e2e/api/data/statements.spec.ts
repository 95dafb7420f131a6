import type { Database, Statement } from '@/server/store/database'
import { updateNote } from '@/server/store/notes'
import { openDatabase } from '@/server/store/open'
import { expect, test } from '../../support/api-fixtures'
import { sql } from '../../support/database'
import { statementsOfEveryCall } from '../../support/every-call'
import { tablesWithoutUser } from '../../support/names-user'

const TABLES =
  /\b(FROM|JOIN|INTO|UPDATE) (users|notes|trash|versions|sessions|identities|reset_links|login_addresses|sign_in_codes|emails)\b/

/** Statements that find out who the user is, in one index each. docs/sharding.md says where it lies. */
const FIND_USER = [
  /^SELECT user_id FROM emails WHERE email = \?$/,
  /^SELECT user_id FROM identities WHERE issuer = \? AND subject = \?$/,
]

/** Statements that look for what has expired, in all shards. */
const CLEAN_UP = [
  /^SELECT .* FROM trash WHERE deleted_at < \? ORDER BY deleted_at LIMIT 100$/,
  /^SELECT id, email FROM users WHERE .* AND confirm_by < \?/,
  /^SELECT user_id FROM (sessions WHERE last_used_at|login_addresses WHERE last_login_at) (<=|>) \? LIMIT 100$/,
  /^SELECT user_id FROM (reset_links|sign_in_codes) WHERE \(?expires_at (<=|>) \?/,
]

/** Links and codes live for minutes and are purged each hour, so that their tables are always small. */
const MAY_SCAN = /^SELECT user_id FROM (reset_links|sign_in_codes) WHERE \(?expires_at/

test('no statement scans a table, and each names one user, but for those in docs/sharding.md', async ({
  databaseUrl,
}) => {
  const isSqlite = databaseUrl.startsWith('file:')
  // In a small table PostgreSQL prefers a scan even if there is an index, and a join that scans both tables.
  const options = ['seqscan', 'hashjoin', 'mergejoin'].map((name) => `-c enable_${name}=off`).join(' ')
  const database = await openDatabase(
    isSqlite ? databaseUrl : `${databaseUrl}?options=${encodeURIComponent(options)}`,
  )
  const statements = await statementsOfEveryCall(database)
  const different = new Map(statements.map((statement) => [statement.sql, statement]))
  expect(different.size).toBeGreaterThan(25)

  const scanning: string[] = []
  for (const statement of different.values()) {
    const scans = await (isSqlite ? scansOnSqlite : scansOnPostgres)(database, statement)
    if (scans && !MAY_SCAN.test(statement.sql)) scanning.push(statement.sql)
  }
  expect(scanning).toEqual([])

  const unbound = [...different.values()]
    .map(({ sql }) => sql.replace(/\s+/g, ' '))
    .filter((statement) => tablesWithoutUser(statement).length > 0)
    .filter((statement) => ![...FIND_USER, ...CLEAN_UP].some((exception) => exception.test(statement)))
  expect(unbound).toEqual([])

  for (const body of await triggersOf(database)) expect(tablesWithoutUser(body), body).toEqual([])
  await database.close()

  const created = statements.filter(({ sql }) => sql.startsWith('INSERT INTO users'))
  const users = new Set(created.map(({ params }) => params[0]))
  expect(users.size).toBeGreaterThan(3)
  // The user of an unknown email is ''.
  const namesOneUser = ({ params }: Statement) =>
    params.join() === '' || new Set(params.filter((value) => users.has(value))).size === 1
  const others = statements
    .filter((statement) => TABLES.test(statement.sql) && !namesOneUser(statement))
    .map(({ sql }) => sql.replace(/\s+/g, ' '))

  const exceptions = [...FIND_USER, ...CLEAN_UP]
  expect(others.filter((sql) => !exceptions.some((exception) => exception.test(sql)))).toEqual([])
  expect(exceptions.filter((exception) => !others.some((sql) => exception.test(sql)))).toEqual([])
})

test('an edit reads no other notes of its user, even where the tables were never analysed', async ({
  databaseUrl,
}) => {
  const database = await openDatabase(databaseUrl)
  const plans: unknown[] = []
  async function explain({ sql: text, params }: Statement) {
    const explanation = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
    plans.push(await database.read(sql(`${explanation} ${text}`, ...params)))
    return [[{ version: 1 }]]
  }
  const edit = { userId: 'ana', now: 1, quota: { notes: 1, bytes: 1 }, bytesWithVersions: 1 }
  await updateNote({ ...database, write: explain }, edit, 'note', { title: '', content: '' })
  await database.close()
  expect(plans).toHaveLength(1)
  expect(JSON.stringify(plans)).not.toContain('notes_of_user')
})

/** Statements of the triggers. */
async function triggersOf(database: Database): Promise<string[]> {
  const query =
    database.dialect === 'sqlite'
      ? "SELECT sql AS body FROM sqlite_master WHERE type = 'trigger'"
      : "SELECT prosrc AS body FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype"
  const bodies = (await database.read(sql(query))).map(({ body }) =>
    String(body).replace(/^.*?\bBEGIN\b/s, ''),
  )
  return bodies
    .flatMap((body) => body.split(/;|\bTHEN\b|\bELSE\b/))
    .filter((statement) => /\bWHERE\b/.test(statement))
}

async function scansOnSqlite(database: Database, { sql: text, params }: Statement): Promise<boolean> {
  const tables = await database.read(sql("SELECT name FROM sqlite_master WHERE type = 'table'"))
  const names = tables.map(({ name }) => String(name))
  const steps = await database.read(sql(`EXPLAIN QUERY PLAN ${text}`, ...params))
  return steps.some(({ detail }) => names.includes(/^SCAN (\w+)/.exec(String(detail))?.[1] ?? ''))
}

type Plan = Record<string, unknown> & { 'Node Type': string; Plans?: Plan[] }

async function scansOnPostgres(database: Database, { sql: text, params }: Statement): Promise<boolean> {
  const rows = await database.read(sql(`EXPLAIN (FORMAT JSON) ${text}`, ...params))
  return rows.some((row) => (row['QUERY PLAN'] as { Plan: Plan }[]).some(({ Plan }) => scans(Plan)))
}

/** Whether a table, or a whole index, is read without a condition that the index finds. */
function scans(plan: Plan): boolean {
  const readsTable = plan['Relation Name'] !== undefined && plan['Node Type'].endsWith('Scan')
  const isFound = plan['Index Cond'] !== undefined || plan['Recheck Cond'] !== undefined
  return (readsTable && !isFound) || (plan.Plans ?? []).some(scans)
}
