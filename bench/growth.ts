import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createPasswords } from '@/server/auth/passwords'
import { findPostgres } from '../e2e/support/servers/postgres'
import type { ServerProcess } from '../e2e/support/servers/process'
import { type Content, fill, NOTES_PER_USER } from './growth/fill'
import { createClient, OPERATIONS, type Operation } from './growth/operations'
import { createStore, HOST, type Store, startServer } from './host/servers'
import { saveResult } from './results'
import { median } from './statistics'

const SIZES = [10_000, 1_000_000, 10_000_000]

/** Rounds of all operations, in each of which every size has its turn. */
const ROUNDS = 300
const WARM_UP_ROUNDS = 20

/** These take long, and are in every fifth round. */
const RARE: Operation[] = ['purge', 'login']
const ROUNDS_OF_RARE = 5

/** An upper bound for a note of 100 bytes, with indexes and write-ahead log. */
const DISK_BYTES_PER_NOTE = 1_000

const PASSWORD = 'una clave'

type Kind = 'SQLite' | 'PostgreSQL'

/** Milliseconds by number of notes, and the ratio of the largest number to the smallest. */
type Row = Record<string, number>

/** Measures the host's operations in small and large databases. Results are saved only if all sizes are measured. */
export async function measureGrowth(args: string[]): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : SIZES
  assertDiskSpace(sizes)
  const rows: Record<string, Row> = {}
  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    if (kind === 'SQLite' || findPostgres()) Object.assign(rows, await measureOn(kind, sizes))
  }
  console.log(`Milliseconds, medians of ${ROUNDS} rounds, node ${process.version}`)
  console.table(rows)
  if (args.length > 0) return
  saveResult('growth', rows, {
    title: `Time with ${grouped(SIZES.at(-1))} notes, as ratios to ${grouped(SIZES[0])}`,
    note: 'Shorter is better; the line is the small database.',
    bars: Object.entries(rows).map(([label, { ratio = NaN }]) => ({ label, ratio })),
  })
}

async function measureOn(kind: Kind, sizes: number[]): Promise<Record<string, Row>> {
  const stores: Store[] = []
  const hosts: ServerProcess[] = []
  const clients: Awaited<ReturnType<typeof createClient>>[] = []
  try {
    const passwordHash = await createPasswords().hash(PASSWORD)
    for (const notes of sizes) {
      const store = (await createStore(kind, 'disk')) as Store
      stores.push(store)
      const env = { DATABASE_URL: store.url }
      // The first start makes the tables.
      await (await startServer(HOST, env)).stop()
      const content: Content = { users: notes / NOTES_PER_USER, notes, passwordHash }
      const start = performance.now()
      await fill(store.url, content)
      console.error(
        `${kind}, ${grouped(notes)} notes: filled in ${Math.round((performance.now() - start) / 1000)} s`,
      )
      const host = await startServer(HOST, env)
      hosts.push(host)
      clients.push(
        await createClient({ origin: host.origin, databaseUrl: store.url, content, password: PASSWORD }),
      )
    }
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      if (round === 0) for (const { times } of clients) for (const name of OPERATIONS) times[name].length = 0
      for (const client of clients) {
        for (const operation of OPERATIONS) {
          if (!RARE.includes(operation) || round % ROUNDS_OF_RARE === 0) await client.measure(operation)
        }
      }
    }
    return Object.fromEntries(
      OPERATIONS.map((operation) => [
        `${operation}, ${kind}`,
        rowOf(
          sizes,
          clients.map(({ times }) => median(times[operation])),
        ),
      ]),
    )
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    await Promise.all(hosts.map((host) => host.stop()))
    await Promise.all(stores.map((store) => store.remove()))
  }
}

function rowOf(sizes: number[], medians: number[]): Row {
  const times = medians.map((ms, index) => [grouped(sizes[index]), Number(ms.toFixed(2))])
  const ratio = Number(((medians.at(-1) ?? NaN) / (medians[0] ?? NaN)).toFixed(2))
  return { ...Object.fromEntries(times), ratio }
}

function assertDiskSpace(sizes: number[]): void {
  const { bavail, bsize } = statfsSync(tmpdir())
  const needed = sizes.reduce((sum, notes) => sum + notes * DISK_BYTES_PER_NOTE, 0)
  if (bavail * bsize < needed) {
    throw new Error(`${tmpdir()} has less than the ${Math.ceil(needed / 1e9)} GB that this benchmark takes.`)
  }
}

function grouped(number = NaN): string {
  return number.toLocaleString('en')
}
