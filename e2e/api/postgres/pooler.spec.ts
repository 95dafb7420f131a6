import { openPostgres } from '@/server/store/postgres'
import { call, createNote, createUser, jsonOf, listNotes } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql } from '../../support/database'
import { startHost } from '../../support/servers/host'
import { startPgBouncer } from '../../support/servers/pgbouncer'
import { isInstalled } from '../../support/servers/process'

test.skip(!process.env.CI && !isInstalled('pgbouncer'), 'PgBouncer is not installed')

test('hosts share the connections of PgBouncer', async ({ createDatabase }) => {
  const pooler = await startPgBouncer(test.info().outputPath('pgbouncer'), await createDatabase())
  const hosts = await Promise.all([startHost(pooler), startHost(pooler)])
  const [one, two] = hosts as [(typeof hosts)[0], (typeof hosts)[0]]
  const user = await createUser(one)
  const titles = Array.from({ length: 60 }, (_, number) => `nota ${number}`)
  const notes = await Promise.all(
    titles.map((title, number) => createNote(number % 2 ? one : two, user, title)),
  )
  const found = await Promise.all(notes.map(({ _id }) => call(two, 'GET', `/api/notes/${_id}`, user)))
  expect(found.map(jsonOf)).toEqual(notes)
  expect((await listNotes(one, user)).map(({ title }) => title).sort()).toEqual(titles.sort())

  for (const host of hosts) {
    expect(host.output()).not.toContain('"level":"error"')
    await host.stop()
  }
  await pooler.stop()
})

test('statements of two drivers in the same connections are not mixed up', async ({ createDatabase }) => {
  const { databaseUrl, stop } = await startPgBouncer(
    test.info().outputPath('pgbouncer'),
    await createDatabase(),
  )
  const drivers = [openPostgres(databaseUrl), openPostgres(databaseUrl)]
  const results: unknown[] = []
  // More at once would wait for a connection, which has a limit.
  for (let first = 0; first < 200; first += 20) {
    const numbers = Array.from({ length: 20 }, (_, at) => first + at)
    const sums = numbers.map(async (number) => {
      const driver = drivers[number % 2] as (typeof drivers)[0]
      const [row] = await driver.read(sql(`SELECT ?::int + ${number % 7} AS sum`, number))
      return row?.sum
    })
    results.push(...(await Promise.all(sums)))
  }
  expect(results).toEqual(Array.from({ length: 200 }, (_, number) => number + (number % 7)))
  for (const driver of drivers) await driver.close()
  await stop()
})
