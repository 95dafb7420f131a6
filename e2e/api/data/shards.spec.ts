import type { Statement } from '@/server/store/database'
import { openDatabase } from '@/server/store/open'
import { expect, test } from '../../support/api-fixtures'
import { statementsOfEveryCall } from '../../support/every-call'

const TABLES =
  /\b(FROM|JOIN|INTO|UPDATE) (users|notes|trash|versions|sessions|identities|reset_links|login_addresses|sign_in_codes)\b/

/** They find out who the user is, and look in one index each. docs/sharding.md says where it lies. */
const FIND_USER = [
  /^SELECT id, .* FROM users WHERE email = \?$/,
  /^SELECT .* FROM sessions JOIN users .* WHERE sessions\.token_hash = \?/,
  /^SELECT .* FROM reset_links JOIN users .* WHERE \(token_hash = \? AND .* OR \(previous_hash = \? AND /,
  /^SELECT user_id FROM identities WHERE issuer = \? AND subject = \?$/,
  /^DELETE FROM sign_in_codes WHERE code_hash = \? .* RETURNING user_id/,
]

/** They look for what has expired, in all shards. */
const CLEAN_UP = [
  /^SELECT .* FROM trash WHERE deleted_at < \? ORDER BY deleted_at LIMIT 100$/,
  /^DELETE FROM sign_in_codes WHERE expires_at <= \?$/,
]

test('every statement names one user, but for those in docs/sharding.md', async ({ databaseUrl }) => {
  const database = await openDatabase(databaseUrl)
  const statements = await statementsOfEveryCall(database)
  await database.close()

  const created = statements.filter(({ sql }) => sql.startsWith('INSERT INTO users'))
  const users = new Set(created.map(({ params }) => params[0]))
  expect(users.size).toBeGreaterThan(3)
  const namesOneUser = ({ params }: Statement) =>
    new Set(params.filter((value) => users.has(value))).size === 1
  const others = statements
    .filter((statement) => TABLES.test(statement.sql) && !namesOneUser(statement))
    .map(({ sql }) => sql.replace(/\s+/g, ' '))

  const exceptions = [...FIND_USER, ...CLEAN_UP]
  expect(others.filter((sql) => !exceptions.some((exception) => exception.test(sql)))).toEqual([])
  expect(exceptions.filter((exception) => !others.some((sql) => exception.test(sql)))).toEqual([])
})
