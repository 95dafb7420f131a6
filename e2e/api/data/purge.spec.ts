import type { Database } from '@/server/store/database'
import { purgeExpired } from '@/server/store/expired'
import { createUser, requestLink } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { execute, numbersTo, select, withDatabase } from '../../support/database'

const DAY = 24 * 60 * 60 * 1000

test('sessions, addresses of logins, links and codes end in the database, too, when their time is over', async ({
  start,
  mail,
}) => {
  const host = await start({ ...mail.env, SITE_URL: 'https://notas.example/app' })
  const [gone, here] = [await createUser(host), await createUser(host)]
  for (const { email } of [gone, here]) {
    await requestLink(host, email)
    await mail.mailsTo(email)
  }
  const ofGone = `(SELECT id FROM users WHERE email = '${gone.email}')`
  const ofHere = `(SELECT id FROM users WHERE email = '${here.email}')`
  for (const [code, user, expiresAt] of [
    ['uno', ofGone, Date.now() - 1],
    ['dos', ofHere, Date.now() + DAY],
  ])
    await execute(host, `INSERT INTO sign_in_codes VALUES ('${code}', 'c', ${user}, ${expiresAt})`)
  await execute(
    host,
    `UPDATE sessions SET last_used_at = last_used_at - ${30 * DAY} WHERE user_id = ${ofGone}`,
  )
  await execute(
    host,
    `UPDATE login_addresses SET last_login_at = last_login_at - ${90 * DAY} WHERE user_id = ${ofGone}`,
  )
  await execute(host, `UPDATE reset_links SET expires_at = 1 WHERE user_id = ${ofGone}`)

  await start({ ...mail.env, SITE_URL: 'https://notas.example/app' })
  const left = async (user: string) => {
    const tables = ['sessions', 'login_addresses', 'reset_links', 'sign_in_codes']
    const rows = await Promise.all(
      tables.map((table) => select(host, `SELECT 1 FROM ${table} WHERE user_id = ${user}`)),
    )
    return rows.map(({ length }) => length)
  }
  await expect.poll(() => left(ofGone)).toEqual([0, 0, 0, 0])
  expect(await left(ofHere)).toEqual([1, 1, 1, 1])
})

test('counts of attempts are deleted a thousand at a time', async ({ databaseUrl }) => {
  const deleted: number[] = []
  await withDatabase({ databaseUrl }, async (database) => {
    const fill = `INSERT INTO limits SELECT CAST(n AS TEXT), 1, n FROM ${numbersTo(2500)}`
    await execute({ databaseUrl }, fill)
    const write: Database['write'] = async (...statements) => {
      const rows = await database.write(...statements)
      if (statements[0]?.sql.includes('limits')) deleted.push(rows[0]?.length ?? 0)
      return rows
    }
    await purgeExpired({ ...database, write }, 2500, new AbortController().signal)
  })
  expect(deleted).toEqual([1000, 1000, 499, 0])
  expect(await select({ databaseUrl }, 'SELECT key FROM limits')).toEqual([{ key: '2500' }])
})
