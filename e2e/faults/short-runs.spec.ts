import { existsSync } from 'node:fs'
import { test } from '@playwright/test'
import { missingProgram } from '../support/servers/recipe'
import { packBuild, withFolder } from './harness/archives'
import { runOnEachDatabase, runScenario } from './harness/run-scenario'
import { away } from './scenarios/away'
import { clients } from './scenarios/clients'
import { crash } from './scenarios/crash'
import { fuzz } from './scenarios/fuzz'
import { greedy } from './scenarios/greedy'
import { meetings } from './scenarios/meetings'
import { stop } from './scenarios/stop'
import { transfer } from './scenarios/transfer'
import { trash } from './scenarios/trash'
import { unread } from './scenarios/unread'
import { writes } from './scenarios/writes'
import { year } from './scenarios/year'

const skipWithoutProc = () => test.skip(!existsSync('/proc/self/fd'), 'This system has no /proc.')

test('the host responds with 503 while its database is unavailable, and recovers', async () => {
  const counts = { rounds: 1, clients: 12, users: 3, outages: ['locked', 'crashed', 'half-open'] }
  await runOnEachDatabase((conditions) => away(conditions, counts), {
    atLeast: { acknowledged: 12, '503': 12 },
  })
})

test('slow, silent and disconnected clients do not block the others', async () => {
  skipWithoutProc()
  const counts = { clients: 20, silent: 200, rounds: 1 }
  await runOnEachDatabase((conditions) => clients(conditions, counts), {
    atLeast: { 'half a body': 40, silent: 200 },
  })
})

test('acknowledged writes survive crashes whole while clients write', async () => {
  const counts = { writes: 300, clients: 12, users: 3 }
  await runOnEachDatabase((conditions) => crash(conditions, counts), {
    atLeast: { acknowledged: 300, 'hosts killed': 1 },
  })
})

test('the host responds to hostile requests, and stores accepted notes unchanged', async () => {
  await runOnEachDatabase((conditions) => fuzz(conditions, { requests: 600 }), {
    atLeast: {
      requests: 600,
      'read back': 15,
    },
  })
})

test('an account at its quotas that lists and writes without pause leaves the others their responses', async () => {
  skipWithoutProc()
  const counts = { others: 5, seconds: 2, notes: 20_000 }
  const atLeast = { 'requests of others': 50, 'greedy requests': 10 }
  await runOnEachDatabase((conditions) => greedy(conditions, counts), { atLeast })
})

test('clients that read nothing of their lists, straight and through the proxy, leave the others theirs', async () => {
  skipWithoutProc()
  const proxied: Record<string, number> =
    process.env.CI || !missingProgram('nginx') ? { 'unread through nginx': 16 } : {}
  await runOnEachDatabase((conditions) => unread(conditions, { others: 5, seconds: 2 }), {
    atLeast: { 'lists of others': 20, 'unread straight': 16, ...proxied },
  })
})

test('a host stopped while clients write responds to every request it has begun', async () => {
  const counts = { rounds: 2, clients: 12, users: 3 }
  await runOnEachDatabase((conditions) => stop(conditions, counts), {
    atLeast: { acknowledged: 24, stops: 2 },
  })
})

test('no note is lost, doubled or back from the trash while hosts that purge are killed and stopped', async () => {
  const counts = { actions: 300, clients: 4 }
  await runOnEachDatabase((conditions) => trash(conditions, counts), {
    atLeast: { acknowledged: 300, expired: 1 },
  })
})

test('whatever meets whatever over a bad line, no text is lost, doubled or given to another user', async () => {
  await runScenario('SQLite', (conditions) => meetings(conditions, { sequences: 5 }), {
    atLeast: { sequences: 5 },
  })
})

test('an import that is killed again and again is completed by the same file, no note missing or twice', async () => {
  const atLeast = { notes: 600, 'killed in the middle': 1 }
  await runScenario('SQLite', (conditions) => transfer(conditions, { notes: 300, kills: 3 }), { atLeast })
})

test('a line that loses answers makes no note twice, and loses none', async () => {
  const counts = { imported: 150, importedBare: 50, presses: 8 }
  const atLeast = { notes: 158, 'notes on a bare host': 50, 'lost answers': 10 }
  await runScenario('SQLite', (conditions) => writes(conditions, counts), { atLeast })
})

test("an operator's year by the commands of the documents loses nothing", async () => {
  await withFolder(async (folder) => {
    const archive = packBuild(folder)
    await runOnEachDatabase((conditions) => year(conditions, { archive, nights: 1 }), {
      atLeast: { steps: 10 },
    })
  })
})
