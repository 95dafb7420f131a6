import { findEngine } from '../support/engines/find-engine'
import type { Random } from '../support/random'
import { KINDS, type Kind, withDatabase } from './harness/databases'
import type { Conditions, Result } from './harness/scenario'
import { withSmallDisk } from './harness/small-disk'
import { away } from './scenarios/away'
import { clients } from './scenarios/clients'
import { crash } from './scenarios/crash'
import { drafts } from './scenarios/drafts'
import { DISKS, fullDisk } from './scenarios/full-disk'
import { fuzz } from './scenarios/fuzz'
import { leave } from './scenarios/leave'
import { stop } from './scenarios/stop'

type On = { kind: Kind; random: Random; say: (progress: string) => void }

/** Undefined where it cannot be done here. */
export type LongRun = (on: On) => Promise<Result | undefined>

/** The long run, by the name that chooses a trial. */
export const TRIALS: Record<string, LongRun> = {
  crash: onNewDatabase((conditions) => crash(conditions, { writes: 10_000, clients: 32, people: 8 })),
  stop: onNewDatabase((conditions) => stop(conditions, { rounds: 40, clients: 32, people: 8 })),
  away: onNewDatabase((conditions) => away(conditions, { rounds: 4, clients: 32, people: 8 })),
  disk: ({ kind, random, say }) =>
    withSmallDisk(DISKS[kind], ({ folder, makeRoom }) =>
      withDatabase(
        kind,
        (database) => fullDisk({ database, random, say }, { refusals: 50, makeRoom }),
        folder,
      ),
    ),
  clients: onNewDatabase((conditions) => clients(conditions, { clients: 50, silent: 500, rounds: 10 })),
  fuzz: onNewDatabase((conditions) => fuzz(conditions, { requests: 50_000 })),
  drafts: onNewDatabase((conditions) => drafts(conditions, { trials: 200 })),
  leave: async (on) => {
    const startWebKit = findEngine('webkit')
    return startWebKit && onNewDatabase((conditions) => leave(conditions, startWebKit, { tries: 200 }))(on)
  },
}

/** What happens in the browser does not depend on the database. */
export function kindsFor(name: string): readonly Kind[] {
  return ['drafts', 'leave'].includes(name) ? ['SQLite'] : KINDS
}

function onNewDatabase(trial: (conditions: Conditions) => Promise<Result>): LongRun {
  return ({ kind, random, say }) => withDatabase(kind, (database) => trial({ database, random, say }))
}
