import { measureHost } from './host'
import { measureWeight } from './weight'

const BENCHMARKS: Record<string, () => Promise<void>> = { weight: measureWeight, host: measureHost }

const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
  const benchmark = BENCHMARKS[name]
  if (!benchmark) {
    console.error(`There is no benchmark '${name}': there are ${Object.keys(BENCHMARKS).join(', ')}.`)
    process.exit(1)
  }
  await benchmark()
}
