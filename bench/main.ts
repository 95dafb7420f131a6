import { measureHost } from './host'
import { measureList } from './list'
import { measureOpening } from './opening'
import { measureWeight } from './weight'

/** Arguments: the options and numbers that follow the benchmark's name. */
const BENCHMARKS: Record<string, (args: string[]) => Promise<void>> = {
  weight: measureWeight,
  host: measureHost,
  opening: measureOpening,
  list: measureList,
}

const words = process.argv.slice(2)
const runs: { name: string; args: string[] }[] = []
for (const word of words.length > 0 ? words : Object.keys(BENCHMARKS)) {
  const last = runs.at(-1)
  if (BENCHMARKS[word]) runs.push({ name: word, args: [] })
  else if (last && /^(--.*|\d+)$/.test(word)) last.args.push(word)
  else {
    console.error(`There is no benchmark '${word}'. Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}.`)
    process.exit(1)
  }
}
for (const { name, args } of runs) await BENCHMARKS[name]?.(args)
