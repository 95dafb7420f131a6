import { openPostgres } from '@/server/store/postgres'
import { atOnce, call, createNote, createUser, jsonOf, listNotes } from '../../support/api-client'
import { test as base, expect } from '../../support/api-fixtures'
import { sql } from '../../support/database'
import { startHost } from '../../support/servers/host'
import { startPgBouncer } from '../../support/servers/pgbouncer'
import { isInstalled } from '../../support/servers/process'

const test = base.extend<{ pooler: { databaseUrl: string } }>({
  pooler: async ({ databaseUrl, folder }, use) => {
    const pooler = await startPgBouncer(folder, databaseUrl)
    await use(pooler)
    await pooler.stop()
  },
})

test.skip(!process.env.CI && !isInstalled('pgbouncer'), 'PgBouncer is not installed')

test('hosts share the connections of PgBouncer', async ({ pooler }) => {
  const hosts = await Promise.all([startHost(pooler), startHost(pooler)])
  const [one, two] = hosts
  const user = await createUser(one)
  const notes = await atOnce(60, (number) => createNote(number % 2 ? one : two, user, `nota ${number}`))
  const found = await Promise.all(notes.map(({ _id }) => call(two, 'GET', `/api/notes/${_id}`, user)))
  expect(found.map(jsonOf)).toEqual(notes)
  expect(new Set(await listNotes(one, user))).toEqual(new Set(notes))

  for (const host of hosts) {
    expect(host.output()).not.toContain('"level":"error"')
    await host.stop()
  }
})

test('statements of two drivers in the same connections are not mixed up', async ({
  pooler: { databaseUrl },
}) => {
  const drivers = [openPostgres(databaseUrl), openPostgres(databaseUrl)]
  const results: unknown[] = []
  // More at once would wait for a connection, which has a limit.
  for (let first = 0; first < 200; first += 20) {
    const sums = await atOnce(20, async (at) => {
      const number = first + at
      const driver = drivers[number % 2] as (typeof drivers)[0]
      const [row] = await driver.read(sql(`SELECT ?::int + ${number % 7} AS sum`, number))
      return row?.sum
    })
    results.push(...sums)
  }
  expect(results).toEqual(Array.from({ length: 200 }, (_, number) => number + (number % 7)))
  for (const driver of drivers) await driver.close()
})
