import { chooseSeed, seeded } from '../support/random'
import { findPostgres } from '../support/servers/postgres'
import type { Kind } from './harness/databases'
import { printResults, type Row } from './harness/result-table'
import { kindsFor, type LongRun, TRIALS } from './long-runs'

/** How often the run says how far it is, in milliseconds. */
const INTERVAL = 5_000

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !(name in TRIALS))
if (unknown !== undefined) {
  console.error(`There is no trial '${unknown}': there are ${Object.keys(TRIALS).join(', ')}.`)
  process.exit(1)
}

// So that whoever interrupts it leaves no server and no disk behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const seed = chooseSeed()
console.log(`FAULTS_SEED=${seed}`)
const rows: Row[] = []
for (const [name, trial] of Object.entries(TRIALS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  for (const kind of kindsFor(name)) rows.push({ name, kind, ...(await run(name, kind, trial)) })
}
printResults(rows)
const isFaulty = ({ result, failure }: Row) => failure || Object.values(result?.faults ?? {}).some(Boolean)
if (rows.some(isFaulty)) process.exitCode = 1

async function run(name: string, kind: Kind, trial: LongRun): Promise<Partial<Row>> {
  if (kind === 'PostgreSQL' && !findPostgres()) return { skipped: 'There is no PostgreSQL here.' }
  const start = performance.now()
  let said = start
  function say(progress: string): void {
    if (performance.now() - said < INTERVAL) return
    said = performance.now()
    console.log(`  ${progress}`)
  }

  console.log(`${name}, ${kind}`)
  try {
    const result = await trial({ kind, random: seeded(seed), say })
    if (!result) return { skipped: 'It cannot be done here.' }
    return { result, seconds: (performance.now() - start) / 1000 }
  } catch (cause) {
    return { failure: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}
