import { measureHost } from './host'
import { measureList } from './list'
import { measureWeight } from './weight'

/** Each takes the options and numbers that follow its name. */
const BENCHMARKS: Record<string, (args: string[]) => Promise<void>> = {
  weight: measureWeight,
  host: measureHost,
  list: measureList,
}

const words = process.argv.slice(2)
const asked: { name: string; args: string[] }[] = []
for (const word of words.length > 0 ? words : Object.keys(BENCHMARKS)) {
  const last = asked.at(-1)
  if (BENCHMARKS[word]) asked.push({ name: word, args: [] })
  else if (last && /^(--.*|\d+)$/.test(word)) last.args.push(word)
  else {
    console.error(`There is no benchmark '${word}': there are ${Object.keys(BENCHMARKS).join(', ')}.`)
    process.exit(1)
  }
}
for (const { name, args } of asked) await BENCHMARKS[name]?.(args)
