import { setTimeout } from 'node:timers/promises'
import type { HostProcess } from '../../support/servers/host'
import { checkStored } from '../harness/checker'
import { type Conditions, type Person, type Result, runTrial } from '../harness/scenario'
import { untilHealthy } from '../harness/wait-for'
import { createWriter } from '../harness/workload'

type Counts = { writes: number; clients: number; people: number }

/** Writes acknowledged between two crashes, at most. */
const ROUND = 300

/** Clients write while the host, the database or both are killed and started again. */
export async function crash(conditions: Conditions, { writes, clients, people }: Counts): Promise<Result> {
  return runTrial(conditions, ['lost', 'back', 'torn', 'order', 'wrong', 'damaged'], async (trial) => {
    const { random, database, counted } = trial
    const { server } = database
    let host = await trial.startHost()
    const persons: Person[] = []
    for (let index = 0; index < people; index += 1) persons.push(await trial.register(host))
    const writers = Array.from({ length: clients }, (_, index) =>
      createWriter({
        trial,
        person: persons[index % people] as Person,
        name: `cliente${index}`,
        random: random.fork(),
      }),
    )

    async function killHost(running: HostProcess): Promise<void> {
      trial.count('hosts killed')
      running.kill('SIGKILL')
      await running.exited
      await running.stop()
    }

    async function killDatabase(): Promise<void> {
      trial.count('databases killed')
      await server?.crash()
    }

    while (counted('acknowledged') < writes) {
      const what = server ? random.pick(['host', 'host', 'host', 'database', 'both'] as const) : 'host'
      const due = counted('acknowledged') + random.between(1, Math.min(ROUND, writes))
      let [isBroken, isOver] = [false, false]
      const writing = Promise.all(
        writers.map(async (writer) => {
          const { status, code } = await writer.write(host)
          if (!isBroken) trial.fault('wrong', `${status || code}, and nothing was broken`)
        }),
      ).finally(() => {
        isOver = true
      })
      while (counted('acknowledged') < due && !isOver) await setTimeout(1)
      await setTimeout(random.below(20))
      isBroken = true

      await Promise.all([what !== 'database' && killHost(host), what !== 'host' && killDatabase()])
      await writing
      if (what !== 'host') await server?.start()
      if (what !== 'database') {
        await database.settle()
        host = await trial.startHost()
      }
      await untilHealthy(host)
      await checkStored(trial, host, writers)
      trial.say(`${counted('acknowledged')} of ${writes} writes acknowledged`)
      if (counted('acknowledged') < due) break
    }

    await host.stop()
    const damage = await database.damage()
    if (damage) trial.fault('damaged', damage)
  })
}
