import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createPasswords } from '@/server/auth/passwords'
import { type Content, fill, NOTES_PER_USER, noteIdOf, tokenOf } from '../growth/fill'
import { median } from '../statistics'
import { type Request, throughput } from './measure'
import { createStore, HOST, startServer } from './servers'

const STARTS = 7
const USERS = 1000
const CLIENTS = 32
const REST_MS = 3_000

/** Milliseconds or megabytes. */
type Comparison = { host: number; floor: number; ratio: number }

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
    const passwordHash = await createPasswords().hash('una clave')
    const content = { users: USERS, notes: USERS * NOTES_PER_USER, passwordHash }
    await fill(store.url, content)

    const starts: { host: number; floor: number }[] = []
    for (let round = 0; round < STARTS; round += 1) {
      starts.push({ host: await timeStart(HOST, env), floor: await timeStart(floorProgram, env) })
    }
    const host = await measureMemory(HOST, env, content, minutes)
    const floor = await measureMemory(floorProgram, env, content, minutes)
    return {
      'start to first response, ms': compare(
        median(starts.map((start) => start.host)),
        median(starts.map((start) => start.floor)),
      ),
      'memory at rest, MB': compare(host.atRest, floor.atRest),
      'memory with 1,000 users, MB': compare(host.withUsers, floor.withUsers),
      'memory halfway through the load, MB': compare(host.halfway, floor.halfway),
      [`memory after ${minutes} min of load, MB`]: compare(host.afterLoad, floor.afterLoad),
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
  content: Content,
  minutes: number,
) {
  const { origin, pid, stop } = await startServer(program, env)
  await setTimeout(REST_MS)
  const atRest = memoryOf(pid)
  for (let user = 0; user < USERS; user += 1) {
    const headers = { authorization: `Bearer ${tokenOf(user)}` }
    await (await fetch(`${origin}/api/notes`, { headers })).arrayBuffer()
  }
  await setTimeout(REST_MS)
  const withUsers = memoryOf(pid)
  const clients = Array.from({ length: CLIENTS }, (_, client) => requestOf(content, client))
  await throughput(origin, clients, minutes * 30)
  const halfway = memoryOf(pid)
  await throughput(origin, clients, minutes * 30)
  await setTimeout(REST_MS)
  const afterLoad = memoryOf(pid)
  await stop()
  return { atRest, withUsers, halfway, afterLoad }
}

/** The clients of the load. Of each user's four, one reads the list, one reads a note, and two edit notes. */
function requestOf(content: Content, client: number): Request {
  const user = Math.floor(client / 4)
  const token = tokenOf(user)
  const path = `/api/notes/${noteIdOf(content, user, client % 4)}`
  if (client % 4 === 0) return { method: 'GET', path: '/api/notes', token }
  if (client % 4 === 1) return { method: 'GET', path, token }
  const body = JSON.stringify({ title: 'Plantas', content: 'Riego los martes. '.repeat(client) })
  return { method: 'PUT', path, token, body }
}

function memoryOf(pid: number): number {
  const [, kib = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1024)
}

function compare(host: number, floor: number): Comparison {
  return { host: Math.round(host), floor: Math.round(floor), ratio: Number((host / floor).toFixed(2)) }
}
