import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { waitFor } from '../../support/wait-for'
import { checkStoredNotes } from '../harness/checker'
import { type Conditions, type Result, withScenario } from '../harness/scenario'
import { createWorkloads } from '../harness/workload'

type Counts = { rounds: number; clients: number; users: number }

/** Longest time that the host may take to stop, in milliseconds. */
const STOP_TIMEOUT = 10_000

/** The host is told to stop while clients write over several kinds of connection. */
export async function stop(conditions: Conditions, { rounds, ...counts }: Counts): Promise<Result> {
  const kinds = ['lost', 'resurrected', 'torn', 'wrong order', 'wrong response', 'dropped', 'slow']
  return withScenario(conditions, kinds, async (scenario) => {
    const { random, counted } = scenario
    let host = await scenario.startHost()
    const pool = new Agent({ keepAlive: true })
    const transports = [{}, { expectsContinue: true }, { agent: pool }]
    const workloads = await createWorkloads(scenario, host, counts, transports)

    for (let round = 1; round <= rounds; round += 1) {
      let isStopping = false
      const writing = Promise.all(
        workloads.map(async (workload) => {
          const { status, code, isContinued } = await workload.run(host)
          const outcome = status || code
          if (!isStopping) scenario.fault('wrong response', `${outcome} before the stop`)
          if (isContinued) scenario.fault('dropped', `${outcome} after 100 Continue`)
          if (status === 503) scenario.fault('wrong response', '503 while the host stops')
        }),
      )
      const due = counted('acknowledged') + random.between(counts.clients, 8 * counts.clients)
      await waitFor('clients have written', 60_000, () => counted('acknowledged') >= due)
      await setTimeout(random.below(20))
      isStopping = true
      const start = performance.now()
      host.kill(random.pick(['SIGTERM', 'SIGINT']))
      const code = await host.exited
      const ms = performance.now() - start
      if (code !== 0) scenario.fault('wrong response', `the host exited with ${code}`)
      if (ms > STOP_TIMEOUT) scenario.fault('slow', `${ms} ms to stop`)
      scenario.count('stops')
      await writing
      await host.stop()

      host = await scenario.startHost()
      for (const { name } of await checkStoredNotes(scenario, host, workloads)) {
        scenario.fault('dropped', `no response to the last write of ${name}, which was done`)
      }
      scenario.report(`${round} of ${rounds} stops`)
    }
    pool.destroy()
  })
}
