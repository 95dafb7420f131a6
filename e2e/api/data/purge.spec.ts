import type { Database } from '@/server/store/database'
import { purgeExpired } from '@/server/store/expired'
import { isLoginAddress } from '@/server/store/login-addresses'
import { redeemLoginCode, saveLoginCode } from '@/server/store/login-codes'
import { purgeTimes } from '@/server/store/purge-clock'
import { findResetLink, saveResetLink } from '@/server/store/reset-links'
import { createSession, findSession } from '@/server/store/sessions'
import { createUser as storeUser } from '@/server/store/users'
import { createUser, requestLink } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { execute, numbersTo, select, withDatabase } from '../../support/database'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const TABLES = ['limits', 'sessions', 'login_addresses', 'reset_links', 'sign_in_codes']

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
    ['dos', ofHere, Date.now() + 60_000],
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
    const rows = await Promise.all(
      TABLES.slice(1).map((table) => select(host, `SELECT 1 FROM ${table} WHERE user_id = ${user}`)),
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
    const times = { past: 2500, now: 2500, future: 2500 }
    await purgeExpired({ ...database, write }, times, new AbortController().signal)
  })
  expect(deleted).toEqual([1000, 1000, 499, 0, 0])
  expect(await select({ databaseUrl }, 'SELECT key FROM limits')).toEqual([{ key: '2500' }])
})

test('what was made while the clock was ahead ends once it is put right: links and codes at once, and sessions with the next purge', async ({
  databaseUrl,
}) => {
  const now = Date.now()
  const people = { ana: 0, eva: 5 * HOUR, luis: 365 * DAY }
  const names = Object.keys(people)
  await withDatabase({ databaseUrl }, async (database) => {
    for (const [userId, ahead] of Object.entries(people)) {
      const made = { userId, tokenHash: userId, passwordHash: 'x', now: now + ahead }
      await storeUser(database, { ...made, id: userId, userName: userId, email: userId })
      await createSession(database, { ...made, network: 'n', client: '' })
      await saveResetLink(database, { ...made, isMailed: true })
      await saveLoginCode(database, { ...made, codeHash: userId, challenge: 'c' })
      await execute({ databaseUrl }, 'INSERT INTO limits VALUES (?, 1, ?)', userId, made.now + HOUR)
    }
    const worksFor = async (userId: string) => {
      const asked = { userId, tokenHash: userId, now }
      const found = [await findSession(database, asked), await findResetLink(database, asked)]
      const code = await redeemLoginCode(database, { ...asked, challenge: 'c' })
      return [...found, code].map(Boolean).concat(await isLoginAddress(database, userId, 'n', now))
    }
    expect(await Promise.all(names.map(worksFor))).toEqual([
      [true, true, true, true],
      [true, false, false, true],
      [true, false, false, true],
    ])
    // The clock may be behind instead.
    expect(await findSession(database, { userId: 'ana', tokenHash: 'ana', now: now - 3 * DAY })).toBeDefined()

    const leftAfter = async (time: number) => {
      await purgeExpired(database, await purgeTimes(database, time), new AbortController().signal)
      return Promise.all(names.map((user) => Promise.all(TABLES.map((table) => rowsIn(table, user)))))
    }
    const rowsIn = async (table: string, user: string) => {
      const column = table === 'limits' ? 'key' : 'user_id'
      return (await select({ databaseUrl }, `SELECT 1 FROM ${table} WHERE ${column} = ?`, user)).length
    }
    const none = [0, 0, 0, 0, 0]
    expect(await leftAfter(now)).toEqual([[1, 1, 1, 1, 0], [0, 1, 1, 0, 0], none])
    // A clock that falls behind ends no session.
    expect(await leftAfter(now - 20 * 365 * DAY)).toEqual([[0, 1, 1, 0, 0], [0, 1, 1, 0, 0], none])
  })
})
