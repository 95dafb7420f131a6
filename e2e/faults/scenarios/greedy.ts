import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Note } from '@/lib/domain/note'
import { fillTable, select } from '../../support/database'
import type { Random } from '../../support/random'
import type { HostProcess } from '../../support/servers/host'
import { openSocket, requestOf } from '../../support/sockets'
import { type Conditions, type Result, type Scenario, type User, withScenario } from '../harness/scenario'
import { type SendResult, send } from '../harness/send'

/** `notes` is how many notes the greedy account has; its quota is as large. */
type Counts = { others: number; seconds: number; notes: number }

/** Limits for the 99th percentile of the other users' responses, and for the host's memory, on a machine at rest. */
const LIMITS = { p99Ms: 100, slowdown: 5, memoryMb: 400 }

const CONNECTIONS = 8
const NOTES_OF_OTHERS = { small: 30, large: 0 }
const SMALL_LENGTH = 500
const LARGE = { notes: 20, length: 780_000 }
const LARGE_BODY = JSON.stringify({ title: 'grande', content: '😀'.repeat(LARGE.length / 4) })
const ENCODINGS = ['br', 'gzip', 'identity']

export async function greedy(conditions: Conditions, { others, seconds, notes }: Counts): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const host = await scenario.startHost({ NOTES_PER_USER: String(notes) })
    const users = await registerWithNotes(scenario, host, others, NOTES_OF_OTHERS)
    const account = await scenario.register(host)
    const stored = { small: notes - LARGE.notes, large: LARGE.notes }
    const ids = await storeNotes(host, scenario, account, stored)

    const p99 = async () => percentile((await useFor(scenario, host, users, { seconds, pause: 200 })).all, 99)
    const alone = await p99()
    const stop = startGreedyClients(scenario, host, account, ids)
    const beside = await p99()
    await stop()

    const memory = peakMemory(host)
    scenario.count('p99 alone, ms', Math.round(alone))
    scenario.count('p99 beside, ms', Math.round(beside))
    scenario.count('peak memory, MB', memory)
    if (beside > LIMITS.p99Ms) scenario.fault('slow', `p99 of ${beside} ms`)
    if (beside > LIMITS.slowdown * alone) scenario.fault('slowed down', `${beside / alone} times`)
    if (memory > LIMITS.memoryMb) scenario.fault('memory', `${memory} MB`)
  })
}

export async function registerWithNotes(
  scenario: Scenario,
  host: HostProcess,
  number: number,
  notes: NoteCounts,
): Promise<User[]> {
  const users = await Promise.all(Array.from({ length: number }, () => scenario.register(host)))
  for (const user of users) await storeNotes(host, scenario, user, notes)
  return users
}

type NoteCounts = { small: number; large: number }

/** Stores the notes directly in the database. Returns the ids of the large ones. */
async function storeNotes(
  host: HostProcess,
  { secret }: Scenario,
  user: User,
  { small, large }: NoteCounts,
): Promise<string[]> {
  await fillTable(host, 'notes', user, small, SMALL_LENGTH, { start: secret })
  await fillTable(host, 'notes', user, large, LARGE.length, { start: secret, first: small + 1 })
  const ofUser = 'SELECT notes.id FROM notes JOIN users ON users.id = user_id WHERE email = ? AND version > ?'
  return (await select(host, ofUser, user.email, small)).map(({ id }) => String(id))
}

/** Lets the users list, read and write, and returns how long responses took. All times are in milliseconds. */
export async function useFor(
  scenario: Scenario,
  host: HostProcess,
  users: User[],
  { seconds, pause }: { seconds: number; pause: number },
): Promise<{ lists: number[]; all: number[] }> {
  const end = performance.now() + seconds * 1000
  const times = { lists: [] as number[], all: [] as number[] }

  async function time({ token }: User, method: string, path: string, json?: object): Promise<SendResult> {
    const result = await send(host, method, path, { token, json })
    const { status, code, ms } = result
    times.all.push(ms)
    scenario.count('requests of others')
    if (status !== 200)
      scenario.fault('refused', `${method} ${path}: ${status || code} after ${Math.round(ms)} ms`)
    return result
  }

  async function use(user: User): Promise<void> {
    const random = scenario.random.fork()
    while (performance.now() < end) {
      await setTimeout(random.below(pause))
      const { status, ms, body } = await time(user, 'GET', '/api/notes')
      times.lists.push(ms)
      if (status !== 200) return
      const { _id } = random.pick(JSON.parse(body) as Note[])
      await time(user, 'GET', `/api/notes/${_id}`)
      await time(user, 'PUT', `/api/notes/${_id}`, { title: `nota ${ms}`, content: 'pan' })
    }
  }

  await Promise.all(users.map(use))
  return times
}

function startGreedyClients(scenario: Scenario, host: HostProcess, { token }: User, ids: string[]) {
  let isOver = false

  function randomRequest(random: Random): string {
    const path = `/api/notes/${random.pick(ids)}`
    const options = { token, headers: ['Connection: close'] }
    const encoding = `Accept-Encoding: ${random.pick(ENCODINGS)}`
    const list = requestOf('/api/notes', { token, headers: [...options.headers, encoding] })
    return random.pick([
      list,
      list,
      list,
      requestOf(path, { ...options, method: 'PUT', body: LARGE_BODY }),
      requestOf('/api/notes', { ...options, method: 'POST', body: LARGE_BODY }),
      requestOf(path, { ...options, method: 'PUT', body: '{"title":"","content":""}' }),
      requestOf(path, options),
    ])
  }

  async function client(): Promise<void> {
    const random = scenario.random.fork()
    while (!isOver) {
      const { socket, closed } = await openSocket(host)
      scenario.count('greedy requests')
      socket.removeAllListeners('data').resume()
      socket.write(randomRequest(random))
      const patience = random.chance(0.5) ? random.below(500) : 20_000
      await Promise.race([closed, setTimeout(patience)])
      socket.destroy()
    }
  }

  const clients = Array.from({ length: CONNECTIONS }, client)
  return async () => {
    isOver = true
    await Promise.all(clients)
  }
}

function percentile(times: number[], percent: number): number {
  const sorted = times.sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length * percent) / 100)] ?? 0
}

export function peakMemory({ pid }: HostProcess): number {
  const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1024)
}
