import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Note } from '@/lib/domain/note'
import { sql, withDatabase } from '../../support/database'
import type { Random } from '../../support/random'
import type { HostProcess } from '../../support/servers/host'
import { openSocket } from '../../support/sockets'
import { type Conditions, type Result, type Scenario, type User, withScenario } from '../harness/scenario'
import { send } from '../harness/send'

/** `notes` is how many notes the greedy account has; its quota is as large. */
type Counts = { others: number; seconds: number; notes: number }

/** For the 99th percentile of the other users' responses, and for the host's memory, on a machine at rest. */
const LIMITS = { p99Ms: 100, slowdown: 5, memoryMb: 400 }

const CONNECTIONS = 8
const NOTES_OF_OTHERS = 30
const SMALL_LENGTH = 500
/** PostgreSQL's trigger updates the row of the user for each note, slower with each in one transaction. */
const ROWS = 500
const LARGE = { notes: 20, length: 780_000 }
const LARGE_BODY = JSON.stringify({ title: 'grande', content: '😀'.repeat(LARGE.length / 4) })
const ENCODINGS = ['br', 'gzip', 'identity']

export async function greedy(conditions: Conditions, { others, seconds, notes }: Counts): Promise<Result> {
  return withScenario(conditions, ['refused', 'slow', 'slowed down', 'memory'], async (scenario) => {
    const host = await scenario.startHost({ NOTES_PER_USER: String(notes) })
    const users = await Promise.all(Array.from({ length: others }, () => scenario.register(host)))
    await Promise.all(users.map((user) => fill(host, user)))
    const account = await scenario.register(host)
    const ids = await storeNotes(host, scenario, account, { small: notes - LARGE.notes, large: LARGE.notes })

    const alone = percentile(await useFor(scenario, host, users, seconds), 99)
    const stop = startGreedyClients(scenario, host, account, ids)
    const beside = percentile(await useFor(scenario, host, users, seconds), 99)
    await stop()

    scenario.count('p99 alone, ms', Math.round(alone))
    scenario.count('p99 beside, ms', Math.round(beside))
    scenario.count('peak memory, MB', peakMemory(host))
  })
}

/** Faults that only a machine at rest can show. */
export function slowness({ counts, ...result }: Result): Result {
  const { 'p99 alone, ms': alone = 0, 'p99 beside, ms': beside = 0, 'peak memory, MB': memory = 0 } = counts
  const faults = {
    ...result.faults,
    slow: Number(beside > LIMITS.p99Ms),
    'slowed down': Number(beside > LIMITS.slowdown * alone),
    memory: Number(memory > LIMITS.memoryMb),
  }
  return { ...result, counts, faults }
}

async function fill(host: HostProcess, { token }: User): Promise<void> {
  for (let number = 0; number < NOTES_OF_OTHERS; number += 1) {
    const json = { title: `nota ${number}`, content: 'pan y leche. '.repeat(20) }
    await send(host, 'POST', '/api/notes', { token, json })
  }
}

/** Stores the notes directly in the database, since the host would need minutes. Returns the ids of the large ones. */
export async function storeNotes(
  { databaseUrl }: HostProcess,
  { secret }: Scenario,
  user: User,
  { small, large }: { small: number; large: number },
): Promise<string[]> {
  return withDatabase({ databaseUrl }, async ({ read, writeExclusively }) => {
    const insert = (notes: number, length: number, from: number) =>
      sql(
        `INSERT INTO notes (id, user_id, title, content, version)
        SELECT substr(users.id, 1, 24) || CAST(100000000000 + number AS TEXT), users.id, '', CAST(? AS TEXT), number
        FROM users, (
          WITH RECURSIVE numbers (number) AS (
            SELECT CAST(? AS BIGINT) UNION ALL SELECT number + 1 FROM numbers WHERE number < ?
          ) SELECT number FROM numbers
        ) AS numbers
        WHERE email = ? AND number < ?`,
        secret.padEnd(length, 'x'),
        from,
        from + notes - 1,
        user.email,
        from + notes,
      )
    for (let from = 1; from <= small; from += ROWS)
      await writeExclusively(insert(Math.min(ROWS, small - from + 1), SMALL_LENGTH, from))
    await writeExclusively(insert(large, LARGE.length, small + 1))
    await writeExclusively(
      sql('UPDATE users SET notes_version = ? WHERE email = ?', small + large, user.email),
    )
    const rows = await read(
      sql(
        'SELECT notes.id FROM notes JOIN users ON users.id = user_id WHERE email = ? AND version > ?',
        user.email,
        small,
      ),
    )
    return rows.map(({ id }) => String(id))
  })
}

/** Lets the users read and write, and returns the times of their responses in milliseconds. */
async function useFor(
  scenario: Scenario,
  host: HostProcess,
  users: User[],
  seconds: number,
): Promise<number[]> {
  const end = performance.now() + seconds * 1000
  const times: number[] = []

  async function time(user: User, method: string, path: string, json?: object): Promise<string> {
    const { status, ms, body } = await send(host, method, path, { token: user.token, json })
    times.push(ms)
    scenario.count('requests of others')
    if (status >= 400) scenario.fault('refused', `${method} ${path}: ${status}`)
    return body
  }

  async function use(user: User): Promise<void> {
    const random = scenario.random.fork()
    while (performance.now() < end) {
      await setTimeout(random.below(200))
      const notes: Note[] = JSON.parse(await time(user, 'GET', '/api/notes'))
      const { _id = '' } = notes[random.below(notes.length)] ?? {}
      await time(user, 'GET', `/api/notes/${_id}`)
      await time(user, 'PUT', `/api/notes/${_id}`, { title: `nota ${times.length}`, content: 'pan' })
    }
  }

  await Promise.all(users.map(use))
  return times
}

function startGreedyClients(scenario: Scenario, host: HostProcess, { token }: User, ids: string[]) {
  let isOver = false

  function requestOf(random: Random): string {
    const head = (method: string, path: string, more = '') =>
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n${more}\r\n`
    const id = ids[random.below(ids.length)]
    const write = (method: string, path: string, body: string) =>
      head(method, path, `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`) +
      body
    const list = head('GET', '/api/notes', `Accept-Encoding: ${ENCODINGS[random.below(3)]}\r\n`)
    const requests = [
      list,
      list,
      list,
      write('PUT', `/api/notes/${id}`, LARGE_BODY),
      write('POST', '/api/notes', LARGE_BODY),
      write('PUT', `/api/notes/${id}`, '{"title":"","content":""}'),
      head('GET', `/api/notes/${id}`),
    ]
    return requests[random.below(requests.length)] as string
  }

  async function client(): Promise<void> {
    const random = scenario.random.fork()
    while (!isOver) {
      const { socket, closed } = await openSocket(host)
      scenario.count('greedy requests')
      socket.removeAllListeners('data').resume()
      socket.write(requestOf(random))
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

export function percentile(times: number[], percent: number): number {
  const sorted = times.sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length * percent) / 100)] ?? 0
}

/** Largest resident set since the host started. */
export function peakMemory({ pid }: HostProcess): number {
  const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1024)
}
