import { parseArgs } from 'node:util'
import { chooseSeed, seeded } from '../support/random'
import { AGAIN } from '../support/replay'
import { findPostgres } from '../support/servers/postgres'
import type { Kind } from './harness/databases'
import { printResults, type Row } from './harness/result-table'
import { throttled } from './harness/throttled'
import { LONG_RUNS } from './long-runs'

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    sequence: { type: 'string' },
    days: { type: 'string' },
    count: { type: 'string' },
    breaks: { type: 'boolean' },
  },
})
const unknown = chosen.find((name) => !(name in LONG_RUNS))
if (unknown !== undefined) {
  console.error(`Unknown scenario '${unknown}'. The scenarios are: ${Object.keys(LONG_RUNS).join(', ')}.`)
  process.exit(1)
}

// exit() runs the handlers that stop servers and unmount disks.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const seed = chooseSeed(values.seed)
const sequence = values.sequence === undefined ? undefined : chooseSeed(values.sequence)
console.log(`${AGAIN} npm run faults -- ${[...chosen, '--seed', seed].join(' ')}`)
const rows: Row[] = []
for (const [name, { kinds }] of Object.entries(LONG_RUNS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  for (const kind of kinds) rows.push({ name, kind, ...(await run(name, kind)) })
}
printResults(rows)
const isFaulty = ({ result, failure }: Row) => failure || Object.keys(result?.faults ?? {}).length > 0
if (rows.some(isFaulty)) process.exitCode = 1

async function run(name: string, kind: Kind): Promise<Partial<Row>> {
  if (kind === 'PostgreSQL' && !findPostgres()) return { skipped: 'PostgreSQL is not installed.' }
  const start = performance.now()
  const report = throttled((progress) => console.log(`  ${progress}`))
  console.log(`${name}, ${kind}`)
  try {
    const result = await LONG_RUNS[name]?.run(kind, {
      random: seeded(seed),
      seed,
      report,
      sequence,
      days: values.days === undefined ? undefined : Number(values.days),
      files: values.count === undefined ? undefined : Number(values.count),
      breaks: values.breaks,
    })
    if (!result) return { skipped: 'This machine lacks the required disk, browser, programs or rights.' }
    return { result, seconds: (performance.now() - start) / 1000 }
  } catch (cause) {
    return { failure: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}
