import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { HostProcess } from '../../support/servers/host'
import { query } from '../../support/servers/postgres'
import { missingProgram, startRecipe } from '../../support/servers/recipe'
import { type Connection, openSocket, requestOf } from '../../support/sockets'
import { type Answer, startBystander } from '../harness/bystander'
import { parseResponse } from '../harness/raw-response'
import { type Conditions, type Result, type Scenario, type User, withScenario } from '../harness/scenario'
import { peakMemory, registerWithNotes } from './greedy'

/** `bodies` to each public call, `heads` of a long list, `stalled` bodies, and `creates` of one account at once. */
type Counts = {
  bodies: number
  heads: number
  stalled: number
  stalledOfAccount: number
  stallMs: number
  creates: number
  ways: ('straight' | 'nginx')[]
}

/** Limits for what others wait, and for the host's memory, on a machine at rest. */
const LIMITS = { answerMs: 500, memoryMb: 250, moreForHeadsMb: 20, moreForStalledMb: 100 }

const MIB = 1024 * 1024
const PUBLIC_CALLS = ['login', 'register', 'forgot', 'reset', 'oidc/session'].map(
  (name) => `/api/auth/${name}`,
)
const GUESS = JSON.stringify({ email: 'nadie@correo.es', password: 'una clave' })
const SMALL_NOTE = JSON.stringify({ title: 'a', content: '' })
const CONNECTIONS = 100
const REQUESTS_AT_ONCE = 16
const FEW_NOTES = { small: 5, large: 0 }
const LONG_LIST = { small: 0, large: 7 }
const ACCOUNTS = 8

type Users = { lister: User; saver: User; attackers: User[]; rich: User }

type Way = { name: string; origin: string; ca?: string }

type Part = { scenario: Scenario; host: HostProcess; way: Way; users: Users; note: (name: string) => string }

/** Sends what would fill the host's memory or its queues, straight and through nginx, while somebody else lists and saves. */
export async function flood(conditions: Conditions, counts: Counts): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    if (conditions.database.server) await slowCommits(conditions.database.url)
    const first = await scenario.startHost()
    const [lister, saver, ...attackers] = await registerWithNotes(scenario, first, 2 + ACCOUNTS, FEW_NOTES)
    const [rich] = await registerWithNotes(scenario, first, 1, LONG_LIST)
    const users = { lister, saver, attackers, rich } as Users
    await first.stop()
    for (const way of counts.ways) {
      if (way === 'nginx' && missingProgram('nginx')) continue
      for (const part of [bodies, heads, stalledLogins, stalledNotes, stalledAccount, creates])
        await withPart(scenario, way, users, (open) => part(open, counts))
    }
  })
}

/** A commit takes 4 ms longer, as on the disk of a cloud. */
async function slowCommits(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  for (const setting of ['commit_delay = 4000', 'commit_siblings = 0'])
    await query(url, `ALTER DATABASE ${name} SET ${setting}`)
}

/** Each part has a host of its own, whose memory nothing else has filled. */
async function withPart(
  scenario: Scenario,
  wayName: string,
  users: Users,
  run: (part: Part) => Promise<void>,
): Promise<void> {
  const host = await scenario.startHost({ TRUST_PROXY: '1', NODE_OPTIONS: '--max-old-space-size=512' })
  await warmUp(host, users.lister)
  const folder = mkdtempSync(join(tmpdir(), 'notas-flood-'))
  const edits: [string, string][] = [['127.0.0.1:3000', new URL(host.origin).host]]
  const nginx =
    wayName === 'nginx'
      ? await startRecipe('nginx', { recipe: 'deploy/dist/nginx-host.conf', folder, edits })
      : undefined
  const way = { name: wayName, origin: nginx?.origin ?? host.origin, ...(nginx && { ca: nginx.ca }) }
  try {
    await run({ scenario, host, way, users, note: (name) => `${name}, ${wayName}` })
  } finally {
    await nginx?.stop()
    await host.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The memory of a host that has just started grows with any request. */
async function warmUp(host: HostProcess, { token }: User): Promise<void> {
  const connection = await openSocket(host)
  await sendInTurn(connection, requestOf('/api/notes', { method: 'HEAD', token }), 1000)
  close([connection])
}

async function bodies(part: Part, { bodies }: Counts): Promise<void> {
  const body = `{"email":"a@b.es","password":"una clave","x":[{}${',{}'.repeat((MIB - 60) / 3)}]}`
  await beside(part, 'bodies', { memoryMb: LIMITS.memoryMb }, async () => {
    for (const path of PUBLIC_CALLS) {
      // Wrong logins that wait for their hash keep those behind them waiting.
      const guess = requestOf('/api/auth/login', { method: 'POST', body: GUESS })
      const guesses = await openMany(part.way, 7)
      for (const { socket } of guesses) socket.write(guess.repeat(REQUESTS_AT_ONCE))
      const connections = await openMany(part.way, bodies)
      for (const { socket } of connections) socket.write(requestOf(path, { method: 'POST', body }))
      await Promise.race([Promise.all(connections.map(hasResponse)), setTimeout(10_000)])
      countStatuses(part, 'bodies', connections)
      close([...guesses, ...connections])
    }
  })
}

async function heads(part: Part, { heads }: Counts): Promise<void> {
  const { token } = part.users.rich
  const head = requestOf('/api/notes', { method: 'HEAD', token, headers: ['Accept-Encoding: br'] })
  await beside(part, 'heads', { moreMb: LIMITS.moreForHeadsMb }, async () => {
    const connections = await openMany(part.way, 10)
    await Promise.all(connections.map((connection) => sendInTurn(connection, head, heads / 10)))
    close(connections)
  })
}

async function stalledLogins(part: Part, { stalled, stallMs }: Counts): Promise<void> {
  const logins = [MIB, 16 * 1024].map((size) =>
    requestOf('/api/auth/login', { method: 'POST', body: GUESS.padEnd(size) }),
  )
  await stall(
    part,
    'stalled logins',
    stallMs,
    many(stalled, (number) => logins[number % 2] ?? ''),
  )
}

async function stalledNotes(part: Part, { stalled, stallMs }: Counts): Promise<void> {
  const tokens = part.users.attackers.map(({ token }) => token)
  await stall(
    part,
    'stalled notes',
    stallMs,
    many(stalled, (number) => largeNoteOf(tokens[number % ACCOUNTS])),
  )
}

async function stalledAccount(part: Part, { stalledOfAccount, stallMs }: Counts): Promise<void> {
  await stall(
    part,
    'stalled of one account',
    stallMs,
    many(stalledOfAccount, () => largeNoteOf(part.users.attackers[0]?.token)),
  )
}

function many<Item>(count: number, make: (number: number) => Item): Item[] {
  return Array.from({ length: count }, (_, number) => make(number))
}

function largeNoteOf(token = ''): string {
  return requestOf('/api/notes', { method: 'POST', token, body: SMALL_NOTE.padEnd(MIB) })
}

/** Sends all but the last byte of the requests, each on a connection of its own. */
async function stall(part: Part, name: string, ms: number, requests: string[]): Promise<void> {
  // Not measured: nginx needs long for so many handshakes.
  const connections = await openMany(part.way, requests.length)
  await beside(part, name, { moreMb: LIMITS.moreForStalledMb }, async () => {
    for (const [at, { socket }] of connections.entries()) socket.write(requests[at]?.slice(0, -1) ?? '')
    await setTimeout(ms)
    part.scenario.count(part.note(name), requests.length)
    close(connections)
  })
}

async function creates(part: Part, { creates }: Counts): Promise<void> {
  const create = requestOf('/api/notes', {
    method: 'POST',
    token: part.users.attackers[0]?.token ?? '',
    body: SMALL_NOTE,
  })
  await beside(part, 'creates', {}, async () => {
    const connections = await openMany(part.way, CONNECTIONS)
    const each = creates / CONNECTIONS
    // Without pipelining nginx would send one at a time; straight, all are in flight at once.
    for (const { socket } of connections) socket.write(create.repeat(each))
    const areDone = connections.map(
      ({ received }) =>
        () =>
          received().split('HTTP/1.1 ').length > each,
    )
    for (let second = 0; second < 30 && !areDone.every((isDone) => isDone()); second += 0.1)
      await setTimeout(100)
    const statuses = connections.flatMap(({ received }) => [...received().matchAll(/HTTP\/1\.1 (\d+)/g)])
    for (const [, status] of statuses) part.scenario.count(part.note(`creates ${status}`))
    close(connections)
  })
}

type Bounds = { memoryMb?: number; moreMb?: number }

/** Runs a load while another person lists and saves notes, and judges what that took. */
async function beside(part: Part, name: string, bounds: Bounds, load: () => Promise<void>): Promise<void> {
  const { scenario, host, way, users, note } = part
  const request = { ...way, path: '/api/notes' }
  const lister = await startBystander({ ...request, method: 'GET', token: users.lister.token })
  const saver = await startBystander({
    ...request,
    method: 'POST',
    token: users.saver.token,
    body: SMALL_NOTE,
  })
  await setTimeout(500)
  const before = memory(host)
  resetPeak(host)
  await load()
  judge('list', await lister.stop())
  judge('save', await saver.stop())

  if (!existsSync(`/proc/${host.pid}`)) return scenario.fault('ended', `${note(name)}: the host is gone`)
  const [peak, more] = [peakMemory(host), peakMemory(host) - before]
  scenario.count(note(`${name}: peak, MB`), peak)
  scenario.count(note(`${name}: more, MB`), more)
  if (peak > (bounds.memoryMb ?? Number.POSITIVE_INFINITY))
    scenario.fault('memory', `${note(name)}: ${peak} MB`)
  if (more > (bounds.moreMb ?? Number.POSITIVE_INFINITY))
    scenario.fault('memory', `${note(name)}: ${more} MB more`)

  function judge(what: string, answers: Answer[]): void {
    const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
    const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0)
    const expected = what === 'list' ? 200 : 201
    const failed = answers.filter(({ status }) => status !== expected)
    scenario.count('answers to others', answers.length)
    scenario.count(note(`${name}: p99 of a ${what}, ms`), p99)
    if (p99 > LIMITS.answerMs) scenario.fault('slow', `${note(name)}: p99 of ${p99} ms`)
    if (failed.length > 0)
      scenario.fault('refused', `${note(name)}: ${failed.length} of ${answers.length}, ${failed[0]?.status}`)
  }
}

function openMany(way: Way, number: number): Promise<Connection[]> {
  return Promise.all(many(number, () => openSocket(way)))
}

function close(connections: Connection[]): void {
  for (const { socket } of connections) socket.destroy()
}

async function hasResponse({ socket, closed }: Connection): Promise<void> {
  await Promise.race([closed, new Promise((resolve) => socket.once('data', resolve))])
}

function countStatuses({ scenario, note }: Part, name: string, connections: Connection[]): void {
  for (const { received } of connections) {
    const status = parseResponse(Buffer.from(received(), 'latin1'))?.status ?? 0
    scenario.count(note(`${name} ${status}`))
  }
}

/** Sends a request as soon as the one before has its response, which must have no body. */
async function sendInTurn({ socket, closed }: Connection, request: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const response = new Promise((resolve) => socket.once('data', resolve))
    socket.write(request)
    await Promise.race([response, closed])
  }
}

function memory({ pid }: HostProcess): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1024)
}

function resetPeak({ pid }: HostProcess): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
