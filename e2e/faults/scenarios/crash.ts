import { setTimeout } from 'node:timers/promises'
import type { HostProcess } from '../../support/servers/host'
import { waitFor } from '../../support/wait-for'
import { checkStoredNotes } from '../harness/checker'
import { type Conditions, type Result, withScenario } from '../harness/scenario'
import { send } from '../harness/send'
import { createWorkloads } from '../harness/workload'

type Counts = { writes: number; clients: number; users: number }

/** Most writes acknowledged between two crashes. */
const MAX_WRITES_A_ROUND = 300

export async function crash(conditions: Conditions, { writes, ...counts }: Counts): Promise<Result> {
  const kinds = ['lost', 'resurrected', 'torn', 'wrong order', 'wrong response', 'corrupt']
  return withScenario(conditions, kinds, async (scenario) => {
    const { random, database, counted } = scenario
    const { server } = database
    let host = await scenario.startHost()
    const workloads = await createWorkloads(scenario, host, counts)

    async function killHost(running: HostProcess): Promise<void> {
      scenario.count('hosts killed')
      running.kill('SIGKILL')
      await running.exited
      await running.stop()
    }

    async function killDatabase(): Promise<void> {
      scenario.count('databases killed')
      await server?.crash()
    }

    while (counted('acknowledged') < writes) {
      const target = server ? random.pick(['host', 'host', 'host', 'database', 'both'] as const) : 'host'
      const due = counted('acknowledged') + random.between(1, Math.min(MAX_WRITES_A_ROUND, writes))
      let [isKilled, isOver] = [false, false]
      const writing = Promise.all(
        workloads.map(async (workload) => {
          const { status, code } = await workload.run(host)
          if (!isKilled) scenario.fault('wrong response', `${status || code} before the crash`)
        }),
      ).finally(() => {
        isOver = true
      })
      while (counted('acknowledged') < due && !isOver) await setTimeout(1)
      await setTimeout(random.below(20))
      isKilled = true

      await Promise.all([target !== 'database' && killHost(host), target !== 'host' && killDatabase()])
      await writing
      if (target !== 'host') await server?.start()
      if (target !== 'database') {
        await database.settle()
        host = await scenario.startHost()
      }
      await waitFor('the host is healthy', 30_000, async () => {
        return (await send(host, 'GET', '/api/health')).status === 200
      })
      await checkStoredNotes(scenario, host, workloads)
      scenario.report(`${counted('acknowledged')} of ${writes} writes acknowledged`)
      if (counted('acknowledged') < due) break
    }

    await host.stop()
    const damage = await database.damage()
    if (damage) scenario.fault('corrupt', damage)
  })
}
