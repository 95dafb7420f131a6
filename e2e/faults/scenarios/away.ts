import { setTimeout } from 'node:timers/promises'
import type { HostProcess } from '../../support/servers/host'
import { waitFor } from '../../support/wait-for'
import { checkResponse } from '../harness/check-response'
import { checkStoredNotes, createClients } from '../harness/clients'
import { type Outage, outagesOf } from '../harness/outages'
import { type Conditions, type Result, type User, withScenario } from '../harness/scenario'
import { send } from '../harness/send'
import { createSilentProxy } from '../harness/silent-proxy'

type Counts = {
  rounds: number
  clients: number
  users: number
  outages?: string[]
}

/** Longest time until the host works again after its database does, in milliseconds. */
const RECOVERY_TIMEOUT = 12_000

export async function away(
  conditions: Conditions,
  { rounds, outages: names, ...counts }: Counts,
): Promise<Result> {
  let slowest = 0
  return withScenario(conditions, async (scenario) => {
    const { random, database, counted } = scenario
    const proxy = database.server && (await createSilentProxy(database.url))
    const host = await scenario.startHost(proxy && { DATABASE_URL: proxy.url })
    const reader = await scenario.register(host)
    const clients = await createClients(scenario, host, counts)

    async function runOutage({ name, begin, end, duration, canRead, isTotal }: Outage): Promise<void> {
      let phase: 'before' | 'beginning' | 'outage' | 'ending' | 'over' = 'before'
      const writing = clients.map(async (client) => {
        // On a busy machine a client may send nothing during the outage, and so never fail.
        const result = await client.run(host, () => phase === 'over')
        if (phase === 'before') scenario.fault('wrong response', `${result.status} before an outage`)
        checkResponse(scenario, 'a write', result)
      })

      async function sendRepeatedly(
        method: string,
        path: string,
        options: Parameters<typeof send>[3],
      ): Promise<void> {
        const isRead = method === 'GET'
        const request = `${method} ${path} (${name})`
        while (phase !== 'over') {
          const phaseBefore = phase
          const isGood = checkResponse(scenario, request, await send(host, method, path, options))
          const mustWork = phase === 'before' || (isRead && canRead)
          if (!isGood && mustWork) scenario.fault('wrong response', `${request} failed: ${phase}`)
          const mustFail = phaseBefore === 'outage' && phase === 'outage' && isTotal
          if (isGood && mustFail) scenario.fault('wrong response', `${request} succeeded`)
          await setTimeout(20)
        }
      }
      const { token, email, password } = reader
      const sending = [
        sendRepeatedly('GET', '/api/health', {}),
        sendRepeatedly('GET', '/api/notes', { token }),
        sendRepeatedly('POST', '/api/auth/login', { json: { email, password } }),
        sendRepeatedly('POST', '/api/notes', { token, json: { title: scenario.secret, content: '' } }),
      ]

      const due = counted('acknowledged') + random.between(counts.clients, 10 * counts.clients)
      await waitFor('clients have written', 60_000, () => counted('acknowledged') >= due)
      phase = 'beginning'
      await begin()
      phase = 'outage'
      scenario.count(`times ${name}`)
      await setTimeout(random.between(...duration))
      phase = 'ending'
      await end()
      slowest = Math.max(slowest, await recover(host, reader, name))
      phase = 'over'
      await Promise.all([...writing, ...sending])
    }

    /** Resolves to the milliseconds until 20 writes at once succeed, so that no broken connection is left. */
    async function recover(to: HostProcess, { token }: User, name: string): Promise<number> {
      const start = performance.now()
      for (;;) {
        const json = { title: scenario.secret, content: '' }
        const results = await Promise.all(
          Array.from({ length: 20 }, () => send(to, 'POST', '/api/notes', { token, json })),
        )
        const ms = performance.now() - start
        if (results.every(({ status }) => status === 201)) return ms
        if (ms > 60_000) throw new Error('The host does not recover.')
        if (ms > RECOVERY_TIMEOUT) scenario.fault('slow', `${Math.round(ms)} ms to recover after ${name}`)
        await setTimeout(50)
      }
    }

    const outages = outagesOf(database, proxy).filter(({ name }) => names?.includes(name) ?? true)
    try {
      for (let round = 1; round <= rounds; round += 1) {
        for (const outage of outages) {
          await runOutage(outage)
          await checkStoredNotes(scenario, host, clients)
          for (const client of clients) client.settle()
          scenario.report(`${round} of ${rounds} rounds`)
        }
      }
      scenario.count('longest recovery in ms', Math.round(slowest))
    } finally {
      await proxy?.close()
    }
  })
}
