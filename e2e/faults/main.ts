import { findPostgres } from '../postgres'
import { away } from './away'
import { crash } from './crash'
import { KINDS, type Kind, withDatabase } from './databases'
import { chooseSeed, seeded } from './random'
import { stop } from './stop'
import { printResults, type Row } from './table'
import type { Conditions, Result } from './trial'

type LongRun = { kinds: readonly Kind[]; run: (conditions: Conditions) => Promise<Result> }

const TRIALS: Record<string, LongRun> = {
  crash: { kinds: KINDS, run: (conditions) => crash(conditions, { writes: 10_000, clients: 32, people: 8 }) },
  stop: { kinds: KINDS, run: (conditions) => stop(conditions, { rounds: 40, clients: 32, people: 8 }) },
  away: { kinds: KINDS, run: (conditions) => away(conditions, { rounds: 5, clients: 32, people: 8 }) },
}

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !(name in TRIALS))
if (unknown !== undefined) {
  console.error(`There is no trial '${unknown}': there are ${Object.keys(TRIALS).join(', ')}.`)
  process.exit(1)
}

const seed = chooseSeed()
console.log(`FAULTS_SEED=${seed}`)
const rows: Row[] = []
for (const [name, { kinds, run }] of Object.entries(TRIALS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  for (const kind of kinds) rows.push({ name, kind, ...(await runOn(name, kind, run)) })
}
printResults(rows)
if (rows.some(({ result }) => !result || Object.values(result.faults).some((count) => count > 0))) {
  process.exitCode = 1
}

async function runOn(name: string, kind: Kind, run: LongRun['run']): Promise<Omit<Row, 'name' | 'kind'>> {
  if (kind === 'PostgreSQL' && !findPostgres()) return { failure: 'There is no PostgreSQL here.' }
  const start = performance.now()
  let said = start
  function say(progress: string): void {
    if (performance.now() - said < 5_000) return
    said = performance.now()
    console.log(`  ${name}, ${kind}: ${progress}`)
  }

  console.log(`${name}, ${kind}`)
  try {
    const result = await withDatabase(kind, (database) => run({ database, random: seeded(seed), say }))
    return { result, seconds: (performance.now() - start) / 1000 }
  } catch (cause) {
    return { failure: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}
