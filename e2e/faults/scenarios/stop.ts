import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { checkStored } from '../harness/checker'
import { type Conditions, type Person, type Result, runTrial } from '../harness/scenario'
import { until } from '../harness/wait-for'
import { createWriter } from '../harness/workload'

type Counts = { rounds: number; clients: number; people: number }

/** How long the host may take to end, in milliseconds. */
const PATIENCE = 10_000

/** The host is told to stop while clients write, each in a manner of its own. */
export async function stop(conditions: Conditions, { rounds, clients, people }: Counts): Promise<Result> {
  return runTrial(
    conditions,
    ['lost', 'back', 'torn', 'order', 'wrong', 'dropped', 'slow'],
    async (trial) => {
      const { random, counted } = trial
      let host = await trial.startHost()
      const persons: Person[] = []
      for (let index = 0; index < people; index += 1) persons.push(await trial.register(host))

      const manners = [{}, { continues: true }, { agent: new Agent({ keepAlive: true }) }]
      const writers = Array.from({ length: clients }, (_, index) =>
        createWriter({
          trial,
          person: persons[index % people] as Person,
          name: `cliente${index}`,
          random: random.fork(),
          manner: manners[index % manners.length],
        }),
      )

      for (let round = 1; round <= rounds; round += 1) {
        let isStopping = false
        const writing = Promise.all(
          writers.map(async (writer) => {
            const { status, code, isBegun } = await writer.write(host)
            if (!isStopping) trial.fault('wrong', `${status || code}, and nothing was stopped`)
            if (isBegun)
              trial.fault('dropped', `the host read a request, and answered with ${status || code}`)
            if (status === 503) trial.fault('wrong', '503 while it stops')
          }),
        )
        const due = counted('acknowledged') + random.between(clients, 8 * clients)
        await until('clients have written', 60_000, () => counted('acknowledged') >= due)
        await setTimeout(random.below(20))
        isStopping = true
        const start = performance.now()
        host.kill(random.pick(['SIGTERM', 'SIGINT']))
        const code = await host.exited
        if (code !== 0) trial.fault('wrong', `the host ended with ${code}`)
        if (performance.now() - start > PATIENCE)
          trial.fault('slow', `${performance.now() - start} ms to stop`)
        trial.count('stops')
        await writing
        await host.stop()

        host = await trial.startHost()
        for (const { name } of await checkStored(trial, host, writers)) {
          trial.fault('dropped', `${name}'s last write was done, and not answered`)
        }
        trial.say(`${round} of ${rounds} stops`)
      }
      for (const { agent } of manners) agent?.destroy()
    },
  )
}
