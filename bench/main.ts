import { measureGrowth } from './growth'
import { measureHost } from './host'
import { measureImport } from './import'
import { measureList } from './list'
import { measureOpening } from './opening'
import { type Benchmark, report } from './results'
import { measureWeight } from './weight'

const BENCHMARKS: Record<string, Benchmark> = {
  weight: measureWeight,
  host: measureHost,
  growth: measureGrowth,
  import: measureImport,
  opening: measureOpening,
  list: measureList,
}

const words = process.argv.slice(2)
const runs: { name: string; measure: Benchmark; args: string[] }[] = []
for (const word of words.length > 0 ? words : Object.keys(BENCHMARKS)) {
  const [measure, last] = [BENCHMARKS[word], runs.at(-1)]
  if (measure) runs.push({ name: word, measure, args: [] })
  else if (last && /^(--.*|\d+)$/.test(word)) last.args.push(word)
  else {
    console.error(`There is no benchmark '${word}'. Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}.`)
    process.exit(1)
  }
}
for (const { name, measure, args } of runs) report(name, await measure(args))
