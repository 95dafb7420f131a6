import { findEngine } from '../support/engines/find-engine'
import { failover, hasRoot, missingPrograms } from './failover/run'
import { TRIALS } from './failover/trials'
import { packReleases } from './harness/archives'
import { type DiskSize, KINDS, type Kind, withFaultyDatabase } from './harness/databases'
import type { Conditions, Result } from './harness/scenario'
import { away } from './scenarios/away'
import { clients } from './scenarios/clients'
import { brokenDays, days } from './scenarios/days'
import { drafts } from './scenarios/drafts'
import { files } from './scenarios/files'
import { flood } from './scenarios/flood'
import { DISKS, fullDisk } from './scenarios/full-disk'
import { fuzz } from './scenarios/fuzz'
import { greedy } from './scenarios/greedy'
import { leave } from './scenarios/leave'
import { meetings } from './scenarios/meetings'
import { restarts } from './scenarios/restarts'
import { transfer } from './scenarios/transfer'
import { unread } from './scenarios/unread'
import { writes } from './scenarios/writes'
import { year } from './scenarios/year'

type LongRun = {
  kinds: readonly Kind[]
  /** Resolves to undefined if the scenario cannot run on this machine. */
  run: (kind: Kind, conditions: Omit<Conditions, 'database'>) => Promise<Result | undefined>
}

/** Scenarios in the browser run once: they do not depend on the database. */
const kinds: Kind[] = ['SQLite']

export const LONG_RUNS: Record<string, LongRun> = {
  crash: onDatabases(restarts, { isKilled: true, rounds: 90, writes: 15_000, clients: 40, users: 8 }),
  stop: onDatabases(restarts, { isKilled: false, rounds: 65, writes: 10_000, clients: 40, users: 8 }),
  away: onDatabases(away, { rounds: 4, clients: 32, users: 8 }),
  disk: onDatabases(fullDisk, { refusals: 50 }, { disks: DISKS }),
  clients: onDatabases(clients, { clients: 50, silent: 500, rounds: 10 }),
  greedy: onDatabases(greedy, { others: 20, seconds: 60, notes: 100_000 }),
  unread: onDatabases(unread, { others: 20, seconds: 30 }),
  flood: onDatabases(flood, {
    bodies: 200,
    heads: 2000,
    stalled: 1000,
    stalledOfAccount: 200,
    stallMs: 3000,
    creates: 1600,
    ways: ['straight', 'nginx'],
  }),
  fuzz: onDatabases(fuzz, { requests: 50_000 }),
  drafts: onDatabases(drafts, { rounds: 200 }, { kinds }),
  leave: onDatabases(leave, { tries: 200 }, { kinds, isPossible: () => Boolean(findEngine('webkit')) }),
  meetings: onDatabases(meetings, { sequences: 200 }, { kinds }),
  days: {
    kinds,
    run: (_, { seed = 1, report, days: count = 100_000, breaks }) =>
      breaks ? brokenDays({ first: seed, report }) : days({ first: seed, report }, { days: count }),
  },
  files: {
    kinds,
    run: (_, { seed = 1, report, files: count = 20_000 }) =>
      files({ first: seed, report }, { files: count, long: Math.min(count, 20) }),
  },
  transfer: onDatabases(transfer, { notes: 10_000, kills: 20 }),
  writes: onDatabases(writes, { imported: 10_000, importedBare: 1_000, presses: 200 }),
  year: onDatabases(year, { nights: 15, pack: packReleases }),
  failover: {
    kinds: ['PostgreSQL'],
    async run(_, { random }) {
      if (!hasRoot() || missingPrograms().length > 0) return undefined
      const names = Object.keys(TRIALS)
      const trials = [...names, ...Array.from({ length: 20 }, () => random.pick(names))]
      const report = (progress: string) => console.log(`  ${progress}`)
      return failover({ random, report }, { clients: 40, writesPerSecond: 200, trials })
    },
  },
}

type Needs = { kinds?: Kind[]; disks?: Record<Kind, DiskSize>; isPossible?: () => boolean }

function onDatabases<Counts>(
  scenario: (conditions: Conditions, counts: Counts) => Promise<Result>,
  counts: Counts,
  { kinds = [...KINDS], disks, isPossible = () => true }: Needs = {},
): LongRun {
  return {
    kinds,
    async run(kind, conditions) {
      if (!isPossible()) return undefined
      const run = (database: Conditions['database']) => scenario({ ...conditions, database }, counts)
      return withFaultyDatabase(kind, run, disks?.[kind])
    },
  }
}
