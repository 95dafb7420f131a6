import { setTimeout } from 'node:timers/promises'
import type { HostProcess } from '../../support/servers/host'
import { judge } from '../harness/check-response'
import { checkStored } from '../harness/checker'
import { type Interruption, interruptionsOf } from '../harness/outages'
import { type Conditions, type Person, type Result, runTrial } from '../harness/scenario'
import { ask } from '../harness/send'
import { createSilentProxy } from '../harness/silent-proxy'
import { until } from '../harness/wait-for'
import { createWriter } from '../harness/workload'

type Counts = {
  rounds: number
  clients: number
  people: number
  /** The names of interruptions; all that there are, unless some are given. */
  ways?: string[]
}

/** How soon the host must be well again after its database is, in milliseconds. */
const RECOVERY = 12_000

/** The database goes away while clients write and read, and comes back: in each round, in every way there is. */
export async function away(
  conditions: Conditions,
  { rounds, clients, people, ways }: Counts,
): Promise<Result> {
  let slowest = 0
  const kinds = ['lost', 'back', 'torn', 'order', 'wrong', 'slow', 'stuck']
  return runTrial(conditions, kinds, async (trial) => {
    const { random, database, counted } = trial
    const proxy = database.server && (await createSilentProxy(database.url))
    const host = await trial.startHost(proxy && { DATABASE_URL: proxy.url })
    const reader = await trial.register(host)
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

    async function interrupt({ name, begin, end, lasts, readsGoOn, isKnown }: Interruption): Promise<void> {
      let phase: 'well' | 'going' | 'away' | 'coming back' | 'over' = 'well'
      const writing = writers.map(async (writer) => {
        const reply = await writer.write(host)
        if (phase === 'well')
          trial.fault('wrong', `a write was answered with ${reply.status}, and all was well`)
        judge(trial, 'a write', reply)
      })

      /** Asks again and again for what needs the database. */
      async function askAround(
        method: string,
        path: string,
        options: Parameters<typeof ask>[3],
      ): Promise<void> {
        const isRead = method === 'GET'
        while (phase !== 'over') {
          const before = phase
          const isGood = judge(trial, `${method} ${path} (${name})`, await ask(host, method, path, options))
          const mustWork = phase === 'well' || (isRead && readsGoOn)
          if (!isGood && mustWork) trial.fault('wrong', `${path} was not answered: ${phase}, ${name}`)
          const mustFail = before === 'away' && phase === 'away' && isKnown
          if (isGood && mustFail) trial.fault('wrong', `${path} was answered well while ${name}`)
          await setTimeout(20)
        }
      }
      const { token, email, password } = reader
      const asking = [
        askAround('GET', '/api/health', {}),
        askAround('GET', '/api/notes', { token }),
        askAround('POST', '/api/auth/login', { json: { email, password } }),
        askAround('POST', '/api/notes', { token, json: { title: trial.secret, content: '' } }),
      ]

      const due = counted('acknowledged') + random.between(clients, 10 * clients)
      await until('clients have written', 60_000, () => counted('acknowledged') >= due)
      phase = 'going'
      await begin()
      phase = 'away'
      trial.count(`times ${name}`)
      await setTimeout(random.between(...lasts))
      phase = 'coming back'
      await end()
      slowest = Math.max(slowest, await recover(host, reader, name))
      phase = 'over'
      await Promise.all([...writing, ...asking])
    }

    /** Milliseconds until each of some writes at once works, so that no connection is left that does not. */
    async function recover(to: HostProcess, { token }: Person, name: string): Promise<number> {
      const start = performance.now()
      for (;;) {
        const json = { title: trial.secret, content: '' }
        const replies = await Promise.all(
          Array.from({ length: 20 }, () => ask(to, 'POST', '/api/notes', { token, json })),
        )
        const ms = performance.now() - start
        if (replies.every(({ status }) => status === 201)) return ms
        if (ms > 60_000) throw new Error('The host does not recover.')
        if (ms > RECOVERY) trial.fault('stuck', `${Math.round(ms)} ms after it was ${name}`)
        await setTimeout(50)
      }
    }

    const interruptions = interruptionsOf(database, proxy).filter(({ name }) => ways?.includes(name) ?? true)
    try {
      for (let round = 1; round <= rounds; round += 1) {
        for (const interruption of interruptions) {
          await interrupt(interruption)
          await checkStored(trial, host, writers)
          trial.say(`${round} of ${rounds} rounds`)
        }
      }
      trial.count('ms until well, at most', Math.round(slowest))
    } finally {
      await proxy?.close()
    }
  })
}
