import { createUser, type User } from '../e2e/support/fixtures'
import type { ServerProcess } from '../e2e/support/servers/process'
import { type Request, throughput } from './host/measure'
import { measureProcesses } from './host/processes'
import { buildFloor, createStore, type Disk, HOST, startServer } from './host/servers'
import type { Result } from './results'
import { type Comparison, compareInRounds } from './statistics'

const ROUNDS = 9
const SECONDS = 1
const CLIENTS = 32
const NOTES = 1000

/** Responses per second. */
type Rows = Record<string, Comparison>

/** Measures the host and a minimal server on the same database. The argument is the minutes of load on its memory. */
export async function measureHost([minutes = '1']: string[]): Promise<Result> {
  const floor = buildFloor()
  const processes = await measureProcesses(floor, Number(minutes))
  const rows: Rows = {}
  for (const disk of ['disk', 'slow disk'] as const) {
    for (const kind of ['SQLite', 'PostgreSQL'] as const) {
      Object.assign(rows, await measureOn(kind, disk, floor))
    }
  }
  return {
    tables: {
      'Start and memory on SQLite': processes,
      [`Responses per second, medians of ${ROUNDS} alternating rounds, node ${process.version}`]: rows,
    },
    figures: { ...rows, ...processes },
    chart: {
      title: 'Responses per second, as ratios to a minimal server on the same database',
      note: 'Longer is better; the line is the floor.',
      bars: Object.entries(rows).map(([label, { ratio }]) => ({ label, ratio })),
    },
  }
}

async function measureOn(kind: 'SQLite' | 'PostgreSQL', disk: Disk, floorProgram: string[]): Promise<Rows> {
  const store = await createStore(kind, disk)
  if (!store) {
    console.error(`${kind} is not installed, and so not measured.`)
    return {}
  }

  const env = { ...store.env, DATABASE_URL: store.url, REGISTRATIONS_PER_HOUR: '1000' }
  const rows: Rows = {}
  const servers: ServerProcess[] = []
  try {
    const host = await startServer(HOST, env)
    servers.push(host)
    const floor = await startServer(floorProgram, env)
    servers.push(floor)
    const users = await Promise.all(Array.from({ length: CLIENTS }, () => createUser(host)))
    // Accounts for the logins alone: each has a limit on logins, and a login may end its oldest session.
    const others = await Promise.all(Array.from({ length: 2 * CLIENTS }, () => createUser(host)))
    for (const [name, clients] of Object.entries(await clientsOf(users, others, disk))) {
      process.stderr.write(`${kind}, ${disk}, ${name} `)
      rows[`${name}, ${kind}, ${disk}`] = await compareInRounds(ROUNDS, {
        host: () => throughput(host.origin, clients, SECONDS),
        floor: () => throughput(floor.origin, clients, SECONDS),
      })
      process.stderr.write('\n')
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await store.remove()
  }
  return rows
}

async function clientsOf(users: User[], others: User[], disk: Disk): Promise<Record<string, Request[]>> {
  const text = { title: 'Plantas', content: 'Riego los martes y los viernes. '.repeat(8) }
  const body = JSON.stringify(text)
  const notes: { path: string; token: string }[] = []
  for (const { token, addNote } of users) {
    notes.push({ path: `/api/notes/${await addNote(text.title, text.content)}`, token })
  }
  const create = users.map(({ token }): Request => ({ method: 'POST', path: '/api/notes', token, body }))
  const update = notes.map((note): Request => ({ ...note, method: 'PUT', body }))
  if (disk === 'slow disk') return { create, update }

  // The first user has the long list; only the others create notes while it is measured.
  const [reader, ...writers] = users as [User, ...User[]]
  for (let number = 1; number < NOTES; number += 1)
    await reader.addNote(`${text.title} ${number}`, text.content)
  const login = others.map(({ email, password }): Request => {
    return { method: 'POST', path: '/api/auth/login', body: JSON.stringify({ email, password }) }
  })
  return {
    get: notes,
    'list of 1,000': Array.from({ length: 8 }, () => ({ path: '/api/notes', token: reader.token })),
    login,
    create: create.slice(-writers.length),
    update: update.slice(-writers.length),
  }
}
