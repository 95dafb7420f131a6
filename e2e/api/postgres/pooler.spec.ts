import { spawn } from 'node:child_process'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgres } from '@/server/store/postgres'
import { atOnce, call, createNote, createUser, jsonOf, listNotes } from '../../support/api-client'
import { test as base, expect } from '../../support/api-fixtures'
import { sql } from '../../support/database'
import { ownerOf, query } from '../../support/servers/postgres'
import { freePort, isInstalled, ownProcess, withSystemPrograms } from '../../support/servers/process'
import { succeeds, waitFor } from '../../support/wait-for'

const PASSWORD = 'clave'

/** `databaseUrl` leads to PgBouncer with the settings of deploy/cluster, and with few connections. */
const test = base.extend({
  databaseUrl: async ({ databaseUrl, folder }, use) => {
    const server = new URL(databaseUrl)
    const port = await freePort()
    const owner = ownerOf(folder)
    const users = join(folder, 'userlist.txt')
    const settings = readFileSync('deploy/cluster/pgbouncer.ini', 'utf8')
      .replace('notas = host=127.0.0.1 port=5432', `* = host=127.0.0.1 port=${server.port}`)
      .replace('$ADDRESS', '127.0.0.1')
      .replace('listen_port = 6432', `listen_port = ${port}`)
      .replace('/etc/pgbouncer/userlist.txt', users)
      .replace('default_pool_size = 40', 'default_pool_size = 3')
    for (const [file, text] of [
      [users, readFileSync('deploy/cluster/userlist.txt', 'utf8').replace('$DATABASE_PASSWORD', PASSWORD)],
      [join(folder, 'pgbouncer.ini'), settings],
    ] as const) {
      writeFileSync(file, text)
      if (owner.uid !== undefined) chownSync(file, owner.uid, Number(owner.gid))
    }

    const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { ...owner, env: withSystemPrograms })
    const { stop, output } = ownProcess(child)
    const url = `postgres://notas:${PASSWORD}@127.0.0.1:${port}${server.pathname}`
    await waitFor('PgBouncer is ready', 60_000, () => {
      if (child.exitCode !== null) throw new Error(output())
      return succeeds(query(url, 'SELECT 1'))
    })
    await use(url)
    await stop()
  },
})

test.skip(!process.env.CI && !isInstalled('pgbouncer'), 'PgBouncer is not installed')

test('hosts share the connections of PgBouncer', async ({ start }) => {
  const [one, two] = await Promise.all([start(), start()])
  const user = await createUser(one)
  const notes = await atOnce(60, (number) => createNote(number % 2 ? one : two, user, `nota ${number}`))
  const found = await Promise.all(notes.map(({ _id }) => call(two, 'GET', `/api/notes/${_id}`, user)))
  expect(found.map(jsonOf)).toEqual(notes)
  expect(new Set(await listNotes(one, user))).toEqual(new Set(notes))

  for (const host of [one, two]) expect(host.output()).not.toContain('"level":"error"')
})

test('statements of two drivers in the same connections are not mixed up', async ({ databaseUrl }) => {
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
