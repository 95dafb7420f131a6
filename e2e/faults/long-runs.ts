import { hasRoot, missingPrograms } from '../support/cluster/namespaces'
import { findEngine } from '../support/engines/find-engine'
import type { Random } from '../support/random'
import { makePackage } from '../support/servers/package'
import { failover } from './failover/run'
import { TRIALS } from './failover/trials'
import { packReleaseBefore, withFolder } from './harness/archives'
import { KINDS, type Kind, withFaultyDatabase } from './harness/databases'
import type { Conditions, Result } from './harness/scenario'
import { withSmallDisk } from './harness/small-disk'
import { away } from './scenarios/away'
import { clients } from './scenarios/clients'
import { crash } from './scenarios/crash'
import { drafts } from './scenarios/drafts'
import { DISKS, fullDisk } from './scenarios/full-disk'
import { fuzz } from './scenarios/fuzz'
import { greedy, slowness } from './scenarios/greedy'
import { leave } from './scenarios/leave'
import { meetings } from './scenarios/meetings'
import { stop } from './scenarios/stop'
import { transfer } from './scenarios/transfer'
import { trash } from './scenarios/trash'
import { unread } from './scenarios/unread'
import { writes } from './scenarios/writes'
import { year } from './scenarios/year'

type Options = {
  kind: Kind
  random: Random
  report: (progress: string) => void
  sequence?: number | undefined
}

/** Resolves to undefined if the scenario cannot run on this machine. */
export type LongRun = (options: Options) => Promise<Result | undefined>

export const LONG_RUNS: Record<string, LongRun> = {
  crash: onNewDatabase((conditions) => crash(conditions, { writes: 10_000, clients: 32, users: 8 })),
  stop: onNewDatabase((conditions) => stop(conditions, { rounds: 40, clients: 32, users: 8 })),
  trash: onNewDatabase((conditions) => trash(conditions, { actions: 5_000, clients: 16 })),
  away: onNewDatabase((conditions) => away(conditions, { rounds: 4, clients: 32, users: 8 })),
  disk: ({ kind, random, report }) =>
    withSmallDisk(DISKS[kind], ({ folder, freeSpace }) =>
      withFaultyDatabase(
        kind,
        (database) => fullDisk({ database, random, report }, { refusals: 50, freeSpace }),
        folder,
      ),
    ),
  clients: onNewDatabase((conditions) => clients(conditions, { clients: 50, silent: 500, rounds: 10 })),
  greedy: onNewDatabase(async (conditions) =>
    slowness(await greedy(conditions, { others: 20, seconds: 60, notes: 100_000 })),
  ),
  unread: onNewDatabase((conditions) => unread(conditions, { others: 20, seconds: 30 })),
  fuzz: onNewDatabase((conditions) => fuzz(conditions, { requests: 50_000 })),
  drafts: onNewDatabase((conditions) => drafts(conditions, { rounds: 200 })),
  leave: async (options) => {
    const startWebKit = findEngine('webkit')
    return (
      startWebKit && onNewDatabase((conditions) => leave(conditions, startWebKit, { tries: 200 }))(options)
    )
  },
  meetings: ({ sequence, ...options }) =>
    onNewDatabase((conditions) => meetings(conditions, { sequences: 200, sequence }))(options),
  transfer: onNewDatabase((conditions) => transfer(conditions, { notes: 10_000, kills: 20 })),
  writes: onNewDatabase((conditions) =>
    writes(conditions, { imported: 10_000, importedBare: 1_000, presses: 200 }),
  ),
  year: (options) =>
    withFolder(async (folder) => {
      const archive = makePackage(folder)
      const before = releaseBefore(folder)
      return onNewDatabase((conditions) => year(conditions, { archive, before, nights: 15 }))(options)
    }),
  failover: async ({ random }) => {
    if (!hasRoot() || missingPrograms().length > 0) return undefined
    const names = Object.keys(TRIALS)
    const trials = [...names, ...Array.from({ length: 20 }, () => random.pick(names))]
    const report = (progress: string) => console.log(`  ${progress}`)
    return failover({ random, report, clients: 40, writesPerSecond: 200, trials })
  },
}

/** Scenarios in the browser run once: they do not depend on the database. */
export function kindsFor(name: string): readonly Kind[] {
  if (name === 'failover') return ['PostgreSQL']
  return ['drafts', 'leave', 'meetings'].includes(name) ? ['SQLite'] : KINDS
}

function onNewDatabase(scenario: (conditions: Conditions) => Promise<Result>): LongRun {
  return ({ kind, random, report }) =>
    withFaultyDatabase(kind, (database) => scenario({ database, random, report }))
}

/** The proof that two releases open each other's database needs both. */
function releaseBefore(folder: string): string | undefined {
  try {
    return packReleaseBefore(folder)
  } catch (cause) {
    const reason = String(cause).split('\n')[0]
    console.log(`  The way to the release before and back is skipped: it cannot be built here (${reason}).`)
    return undefined
  }
}
