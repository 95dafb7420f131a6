import { readdirSync, readFileSync } from 'node:fs'
import { Pool } from 'undici'
import type { ServerProcess } from '../e2e/support/servers/process'
import { ACTIVE, type Account, addNotes } from './growth/notes'
import { createStore, HOST, startServer } from './host/servers'
import type { Result } from './results'
import { type Comparison, compare, type Round } from './statistics'

const [MANY, FEW] = [1_000_000, 10_000]
const ROUNDS = 9
const CALLS = 1000
const CLIENTS = 16

type Call = { method: 'GET' | 'POST'; path: string; body?: string }

const CREATE: Call = {
  method: 'POST',
  path: '/api/notes',
  body: JSON.stringify({ title: 'Plantas', content: 'Riego los martes. '.repeat(10) }),
}
const LIST: Call = { method: 'GET', path: '/api/notes' }

const MEASURED = {
  get: ({ noteIds: [id] }: Account): Call[] => [{ method: 'GET', path: `/api/notes/${id}` }],
  create: () => [CREATE],
  // The host keeps lists that have not changed.
  'create and list': () => [CREATE, LIST],
}

type Side = { server: ServerProcess; accounts: Account[]; remove: () => Promise<void> }

/** Measures calls of as many users on a host with a million notes, and on one with ten thousand, each its own database. */
export async function measureGrowth(): Promise<Result> {
  const rows: Record<string, Comparison> = {}
  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    const [many, few] = [await start(kind, MANY), await start(kind, FEW)]
    if (!many || !few) continue
    for (const name of Object.keys(MEASURED) as (keyof typeof MEASURED)[]) {
      const [time, cpu]: Round[][] = [[], []]
      for (let at = 0; at <= ROUNDS; at += 1) {
        const sides = at % 2 ? [many, few] : [few, many]
        const used = new Map<Side, { time: number; cpu: number }>()
        for (const side of sides) used.set(side, await measure(side, name))
        const [host, floor] = [used.get(many), used.get(few)]
        // The first round is a warm-up.
        if (at === 0 || !host || !floor) continue
        time?.push({ host: host.time, floor: floor.time })
        cpu?.push({ host: host.cpu, floor: floor.cpu })
      }
      rows[`${name}, ${kind}, time`] = compare(time ?? [])
      rows[`${name}, ${kind}, CPU`] = compare(cpu ?? [])
    }
    for (const { server, remove } of [many, few]) await server.stop().then(remove)
  }
  return {
    tables: {
      [`µs a call, medians of ${ROUNDS} rounds in turns: a million notes as 'host', ten thousand as 'floor'`]:
        rows,
    },
    figures: rows,
    chart: {
      title: 'A million notes over ten thousand',
      note: 'Shorter is better; the line is ten thousand notes.',
      bars: Object.entries(rows).map(([label, { ratio }]) => ({ label, ratio })),
    },
  }
}

async function start(kind: 'SQLite' | 'PostgreSQL', notes: number): Promise<Side | undefined> {
  const store = await createStore(kind, 'disk')
  if (!store) return undefined
  const accounts = await addNotes(store.url, notes)
  const server = await startServer(HOST, { DATABASE_URL: store.url })
  return { server, accounts, remove: store.remove }
}

/** Microseconds a call: on the clock, and of all processes that this one has started. */
async function measure({ server, accounts }: Side, name: keyof typeof MEASURED) {
  const pool = new Pool(server.origin, { connections: CLIENTS })
  const [start, before] = [performance.now(), cpuOfChildren()]
  let next = 0
  async function run(): Promise<void> {
    while (next < CALLS) {
      const account = accounts[next++ % ACTIVE] as Account
      const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' }
      for (const call of MEASURED[name](account)) {
        const response = await pool.request({ ...call, headers })
        if (response.statusCode >= 300) throw new Error(`${name} returned ${response.statusCode}`)
        await response.body.dump({ limit: 16 * 1024 * 1024 })
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, run))
  const [time, cpu] = [performance.now() - start, cpuOfChildren() - before]
  await pool.close()
  return { time: (time * 1000) / CALLS, cpu: cpu / 1000 / CALLS }
}

/** Nanoseconds of all threads, by the scheduler: the ticks of `stat` are 10 ms, a tenth of a round. */
function cpuOfChildren(): number {
  const processes = new Map<number, { parent: number; ns: number }>()
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      const threads = readdirSync(`/proc/${name}/task`).map((thread) =>
        readFileSync(`/proc/${name}/task/${thread}/schedstat`, 'utf8'),
      )
      const ns = threads.reduce((sum, text) => sum + Number.parseInt(text, 10), 0)
      processes.set(Number(name), { parent: Number(parent), ns })
    } catch {
      // It has ended meanwhile.
    }
  }
  const isChild = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent ?? 0
    return parent === process.pid || (parent > 1 && isChild(parent))
  }
  return [...processes].reduce((sum, [pid, { ns }]) => (isChild(pid) ? sum + ns : sum), 0)
}
