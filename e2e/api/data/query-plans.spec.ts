import type { Database, Statement } from '@/server/store/database'
import { openDatabase } from '@/server/store/open'
import { expect, test } from '../../support/api-fixtures'
import { sql } from '../../support/database'
import { statementsOfEveryCall } from '../../support/every-call'

/** Codes live for a minute, so their table is always small. */
const MAY_SCAN = ['DELETE FROM sign_in_codes WHERE expires_at <= ?']

test('no statement of the API scans a table', async ({ databaseUrl }) => {
  const isSqlite = databaseUrl.startsWith('file:')
  // In a small table PostgreSQL prefers a scan even if there is an index, and a join that scans both tables.
  const options = ['seqscan', 'hashjoin', 'mergejoin'].map((name) => `-c enable_${name}=off`).join(' ')
  const database = await openDatabase(
    isSqlite ? databaseUrl : `${databaseUrl}?options=${encodeURIComponent(options)}`,
  )
  const statements = new Map(
    (await statementsOfEveryCall(database)).map((statement) => [statement.sql, statement]),
  )
  expect(statements.size).toBeGreaterThan(25)

  const scanning: string[] = []
  for (const statement of statements.values()) {
    const scans = await (isSqlite ? scansOnSqlite : scansOnPostgres)(database, statement)
    if (scans && !MAY_SCAN.includes(statement.sql)) scanning.push(statement.sql)
  }
  expect(scanning).toEqual([])
  await database.close()
})

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
