import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Comparison, compare, compareInRounds } from '../statistics'
import { type Account, addAccounts } from './accounts'
import { type Request, throughput } from './measure'
import { createStore, HOST, startServer } from './servers'

const STARTS = 7
const USERS = 1000
const CLIENTS = 32
const REST_MS = 3_000

/** Measures how fast host and floor start and what memory they take. Memory is read from /proc, so on Linux alone. */
export async function measureProcesses(
  floorProgram: string[],
  minutes: number,
): Promise<Record<string, Comparison>> {
  const store = await createStore('SQLite', 'disk')
  if (!store) return {}
  const env = { DATABASE_URL: store.url }
  try {
    await (await startServer(HOST, env)).stop()
    const accounts = addAccounts(store.url, USERS)
    const starts = await compareInRounds(STARTS, {
      host: () => timeStart(HOST, env),
      floor: () => timeStart(floorProgram, env),
    })
    const host = await measureMemory(HOST, env, accounts, minutes)
    const floor = await measureMemory(floorProgram, env, accounts, minutes)
    return {
      'start to first response, ms': starts,
      ...Object.fromEntries(
        Object.entries(host).map(([name, mb]) => [name, compare([{ host: mb, floor: floor[name] ?? NaN }])]),
      ),
    }
  } finally {
    await store.remove()
  }
}

async function timeStart(program: string[], env: Record<string, string>): Promise<number> {
  const start = performance.now()
  const server = await startServer(program, env)
  await fetch(server.origin, { redirect: 'manual' })
  const ms = performance.now() - start
  await server.stop()
  return ms
}

async function measureMemory(
  program: string[],
  env: Record<string, string>,
  accounts: Account[],
  minutes: number,
): Promise<Record<string, number>> {
  const { origin, pid, stop } = await startServer(program, env)
  await setTimeout(REST_MS)
  const atRest = memoryOf(pid)
  for (const { token } of accounts) {
    const headers = { authorization: `Bearer ${token}` }
    await (await fetch(`${origin}/api/notes`, { headers })).arrayBuffer()
  }
  await setTimeout(REST_MS)
  const withUsers = memoryOf(pid)
  const clients = accounts.slice(0, CLIENTS / 4).flatMap(requestsOf)
  await throughput(origin, clients, minutes * 30)
  const halfway = memoryOf(pid)
  await throughput(origin, clients, minutes * 30)
  await setTimeout(REST_MS)
  const afterLoad = memoryOf(pid)
  await stop()
  return {
    'memory at rest, MB': atRest,
    'memory with 1,000 users, MB': withUsers,
    'memory halfway through the load, MB': halfway,
    [`memory after ${minutes} min of load, MB`]: afterLoad,
  }
}

/** Four clients of the load: one reads the list, one reads a note, and two edit notes. */
function requestsOf({ token, noteIds }: Account, user: number): Request[] {
  const [read, ...edited] = noteIds.slice(0, 3).map((id) => `/api/notes/${id}`)
  return [
    { path: '/api/notes', token },
    { path: String(read), token },
    ...edited.map((path, at): Request => {
      const content = 'Riego los martes. '.repeat(4 * user + at + 2)
      return { method: 'PUT', path, token, body: JSON.stringify({ title: 'Plantas', content }) }
    }),
  ]
}

function memoryOf(pid: number): number {
  const [, kib = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1024)
}
