import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { select, sql, withDatabase } from '../../support/database'
import { waitFor } from '../../support/wait-for'
import { checkStoredNotes, createClients } from '../harness/clients'
import { damageOf, waitUntilLeft } from '../harness/databases'
import { type Conditions, type Result, withScenario } from '../harness/scenario'
import { send } from '../harness/send'

type Options = {
  /** Whether the host is killed, or its database, or both; else it is told to stop. */
  isKilled: boolean
  rounds: number
  writes: number
  clients: number
  users: number
}

const MAX_WRITES_A_ROUND = 300

/** Longest time that the host may take to stop, in milliseconds. */
const STOP_TIMEOUT = 10_000

const MISCOUNTED = `SELECT email FROM users
  WHERE notes_count <> (SELECT count(*) FROM notes WHERE user_id = users.id)
    OR trash_count <> (SELECT count(*) FROM trash WHERE user_id = users.id)
    OR notes_bytes <> (SELECT coalesce(sum(octet_length(title) + octet_length(content)), 0) FROM notes
      WHERE user_id = users.id)
    OR trash_bytes <> (SELECT coalesce(sum(octet_length(title) + octet_length(content)), 0) FROM trash
      WHERE user_id = users.id)`

/** Clients change notes over several kinds of connection while the host ends, and purges the trash at each start. */
export function restarts(
  conditions: Conditions,
  { isKilled, rounds, writes, ...counts }: Options,
): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const { random, database, count, counted, fault } = scenario
    const { server, url: databaseUrl } = database
    let host = await scenario.startHost()
    const pool = new Agent({ keepAlive: true })
    const transports = [{}, { expectsContinue: true }, { agent: pool }]
    const clients = await createClients(scenario, host, counts, transports)

    async function endHost(): Promise<void> {
      const signal = isKilled ? 'SIGKILL' : random.pick(['SIGTERM', 'SIGINT'] as const)
      count(isKilled ? 'hosts killed' : 'stops')
      const start = performance.now()
      host.kill(signal)
      const code = await host.exited
      const ms = performance.now() - start
      if (!isKilled && code !== 0) fault('wrong response', `the host exited with ${code}`)
      if (!isKilled && ms > STOP_TIMEOUT) fault('slow', `${ms} ms to stop`)
      await host.stop()
    }

    async function crashDatabase(): Promise<void> {
      count('databases killed')
      await server?.crash()
    }

    for (let round = 0; round < rounds || counted('acknowledged') < writes; round += 1) {
      const due = counted('acknowledged') + random.between(1, Math.min(MAX_WRITES_A_ROUND, writes))
      let [isEnding, isOver] = [false, false]
      const working = Promise.all(
        clients.map(async (client) => {
          const { status, code, isContinued } = await client.run(host)
          const outcome = status || code
          if (!isEnding) fault('wrong response', `${outcome} before the end`)
          if (isKilled) return
          if (isContinued) fault('dropped', `${outcome} after 100 Continue`)
          if (status === 503) fault('wrong response', '503 while the host stops')
        }),
      ).finally(() => {
        isOver = true
      })
      while (counted('acknowledged') < due && !isOver) await setTimeout(1)
      await setTimeout(random.below(20))
      isEnding = true
      const targets = ['host', 'host', 'host', 'database', 'both'] as const
      const target = isKilled && server ? random.pick(targets) : 'host'
      await Promise.all([target !== 'database' && endHost(), target !== 'host' && crashDatabase()])
      await working
      if (target !== 'host') await server?.start()
      if (target !== 'database') {
        await waitUntilLeft(database)
        host = await scenario.startHost()
      }
      await waitFor('the host is healthy', 30_000, async () => {
        return (await send(host, 'GET', '/api/health')).status === 200
      })
      await check()
      scenario.report(`${counted('acknowledged')} of ${writes} changes acknowledged`)
      if (counted('acknowledged') < due) break
    }

    // A start purges the notes that have expired since the one before.
    await host.stop()
    host = await scenario.startHost()
    await waitFor('the trash is purged', 30_000, async () => {
      return (await select({ databaseUrl }, 'SELECT id FROM trash WHERE deleted_at = 0')).length === 0
    })
    await check()
    await host.stop()
    pool.destroy()
    const damage = damageOf(database)
    if (damage) fault('corrupt', damage)

    /** Checks all notes and the counts of the accounts, and makes some of the deleted notes expire. */
    async function check(): Promise<void> {
      for (const { name } of await checkStoredNotes(scenario, host, clients))
        if (!isKilled) fault('dropped', `no response to the last change of ${name}, which was made`)
      for (const client of clients) client.settle()
      await withDatabase({ databaseUrl }, async ({ read, write }) => {
        for (const { email } of await read(sql(MISCOUNTED))) fault('miscounted', String(email))
        const expired = clients.flatMap((client) => client.expire())
        const age = (id: string) => sql('UPDATE trash SET deleted_at = 0 WHERE id = ?', id)
        if (expired.length > 0) await write(...expired.map(age))
      })
    }
  })
}
