import { setTimeout } from 'node:timers/promises'
import { sql, withDatabase } from '../../support/database'
import { waitFor } from '../../support/wait-for'
import { type Conditions, type Result, withScenario } from '../harness/scenario'
import { createTrashClient, type TrashClient } from '../harness/trash-client'

type Counts = { actions: number; clients: number }

/** Most actions acknowledged between two stops. */
const MAX_ACTIONS_A_ROUND = 200

const MISCOUNTED = `SELECT email FROM users
  WHERE notes_count <> (SELECT count(*) FROM notes WHERE user_id = users.id)
    OR trash_count <> (SELECT count(*) FROM trash WHERE user_id = users.id)
    OR notes_bytes <> (SELECT coalesce(sum(octet_length(title) + octet_length(content)), 0) FROM notes
      WHERE user_id = users.id)
    OR trash_bytes <> (SELECT coalesce(sum(octet_length(title) + octet_length(content)), 0) FROM trash
      WHERE user_id = users.id)`

/** Clients delete, restore and erase while the host is killed or stopped, and purges at each start. */
export async function trash(conditions: Conditions, { actions, clients: count }: Counts): Promise<Result> {
  const kinds = ['lost', 'twice', 'back', 'torn', 'miscounted', 'wrong response', 'corrupt']
  return withScenario(conditions, kinds, async (scenario) => {
    const { random, database, counted } = scenario
    const databaseUrl = database.url
    let host = await scenario.startHost()
    const clients: TrashClient[] = []
    for (let number = 0; number < count; number += 1)
      clients.push(createTrashClient(scenario, await scenario.register(host), `cliente${number}`))

    while (counted('acknowledged') < actions) {
      const due = counted('acknowledged') + random.between(1, Math.min(MAX_ACTIONS_A_ROUND, actions))
      let [isStopping, isOver] = [false, false]
      const acting = Promise.all(
        clients.map(async (client) => {
          const { status, code } = await client.run(host)
          if (!isStopping) scenario.fault('wrong response', `${status || code} before the stop`)
        }),
      ).finally(() => {
        isOver = true
      })
      while (counted('acknowledged') < due && !isOver) await setTimeout(1)
      isStopping = true
      const signal = random.pick(['SIGKILL', 'SIGTERM'] as const)
      scenario.count(signal)
      host.kill(signal)
      await host.exited
      await acting
      await host.stop()
      await database.settle()

      host = await scenario.startHost()
      for (const client of clients) await client.check(host)
      await withDatabase({ databaseUrl }, async ({ read, write }) => {
        for (const { email } of await read(sql(MISCOUNTED))) scenario.fault('miscounted', String(email))
        const expired = clients.flatMap((client) => client.expire())
        const age = (id: string) => sql('UPDATE trash SET deleted_at = 0 WHERE id = ?', id)
        if (expired.length > 0) await write(...expired.map(age))
      })
      scenario.report(`${counted('acknowledged')} of ${actions} actions acknowledged`)
      if (counted('acknowledged') < due) break
    }

    // A start purges the notes that have expired since the one before.
    await host.stop()
    host = await scenario.startHost()
    await waitFor('the trash is purged', 30_000, () =>
      withDatabase({ databaseUrl }, async ({ read }) => {
        return (await read(sql('SELECT id FROM trash WHERE deleted_at = 0'))).length === 0
      }),
    )
    for (const client of clients) await client.check(host)
    await host.stop()
    const damage = await database.damage()
    if (damage) scenario.fault('corrupt', damage)
  })
}
