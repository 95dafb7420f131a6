import { existsSync } from 'node:fs'
import { test } from '@playwright/test'
import { missingProgram } from '../support/servers/recipe'
import { packBuild } from './harness/archives'
import type { Kind } from './harness/databases'
import { runScenario } from './harness/run-scenario'
import { away } from './scenarios/away'
import { clients } from './scenarios/clients'
import { flood } from './scenarios/flood'
import { fuzz } from './scenarios/fuzz'
import { greedy } from './scenarios/greedy'
import { meetings } from './scenarios/meetings'
import { restarts } from './scenarios/restarts'
import { transfer } from './scenarios/transfer'
import { unread } from './scenarios/unread'
import { writes } from './scenarios/writes'
import { year } from './scenarios/year'

const kinds: Kind[] = ['SQLite']

const skipWithoutProc = () => test.skip(!existsSync('/proc/self/fd'), 'This system has no /proc.')

test('the host responds with 503 while its database is unavailable, and recovers', async () => {
  const counts = { rounds: 1, clients: 12, users: 3, outages: ['locked', 'crashed', 'half-open'] }
  await runScenario(away, counts, { atLeast: { acknowledged: 12, '503': 12 } })
})

test('slow, silent and disconnected clients do not block the others', async () => {
  skipWithoutProc()
  const counts = { clients: 20, silent: 200, rounds: 1 }
  await runScenario(clients, counts, { atLeast: { 'half a body': 40, silent: 200 } })
})

test('acknowledged changes survive crashes whole, none twice or back from the trash', async () => {
  const counts = { isKilled: true, rounds: 3, writes: 600, clients: 16, users: 3 }
  await runScenario(restarts, counts, { atLeast: { acknowledged: 600, 'hosts killed': 1, expired: 1 } })
})

test('the host responds to hostile requests, and stores accepted notes unchanged', async () => {
  await runScenario(fuzz, { requests: 600 }, { atLeast: { requests: 600, 'read back': 5 } })
})

test('an account at its quotas that lists and writes without pause leaves the others their responses', async () => {
  skipWithoutProc()
  const counts = { others: 5, seconds: 2, notes: 20_000 }
  await runScenario(greedy, counts, { atLeast: { 'requests of others': 50, 'greedy requests': 10 } })
})

test('clients that read nothing of their lists, straight and through the proxy, leave the others theirs', async () => {
  skipWithoutProc()
  const hasProxy = process.env.CI || !missingProgram('nginx')
  const counts = { others: 5, seconds: 2 }
  await runScenario(unread, counts, {
    atLeast: {
      'lists of others': 20,
      'unread straight': 16,
      ...(hasProxy && { 'unread through nginx': 16 }),
    },
  })
})

test('what would fill the memory or the queues of the host leaves the others their responses', async () => {
  skipWithoutProc()
  const stalls = { stalled: 40, stalledOfAccount: 20, stallMs: 200 }
  const counts = { bodies: 10, heads: 100, ...stalls, creates: 800, ways: ['straight' as const] }
  const atLeast = { 'bodies 413, straight': 50, 'creates 201, straight': 800, 'answers to others': 50 }
  await runScenario(flood, counts, { atLeast })
})

test('a host stopped while clients write responds to every request it has begun', async () => {
  const counts = { isKilled: false, rounds: 2, writes: 100, clients: 12, users: 3 }
  await runScenario(restarts, counts, { atLeast: { acknowledged: 24, stops: 2 } })
})

test('two users type, save and sign out in random order over a bad line, and no text is lost, doubled or given to the other', async () => {
  await runScenario(meetings, { sequences: 5 }, { atLeast: { sequences: 5 }, kinds })
})

test('an import that is killed again and again is completed by the same file, no note missing or twice', async () => {
  const atLeast = { notes: 600, 'killed in the middle': 1 }
  await runScenario(transfer, { notes: 300, kills: 3 }, { atLeast, kinds })
})

test('a line that loses answers makes no note twice, and loses none', async () => {
  const counts = { imported: 150, importedBare: 50, presses: 8 }
  const atLeast = { notes: 158, 'notes on a bare host': 50, 'lost answers': 10 }
  await runScenario(writes, counts, { atLeast, kinds })
})

test("an operator's year by the commands of the documents loses nothing", async () => {
  await runScenario(year, { nights: 1, pack: packBuild }, { atLeast: { steps: 10 } })
})
