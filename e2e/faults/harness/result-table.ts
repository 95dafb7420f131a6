import type { Result } from './scenario'

export type Row = {
  name: string
  kind: string
  result?: Result
  seconds?: number
  skipped?: string
  failure?: string
}

export function printResults(rows: Row[]): void {
  for (const name of new Set(rows.map((row) => row.name))) {
    const columns = rows.filter((row) => row.name === name)
    const cells = columns.map(cellsOf)
    const lines = new Set(cells.flatMap((cell) => Object.keys(cell)))
    const cellsIn = (line: string) => columns.map(({ kind }, at) => [kind, cells[at]?.[line] ?? ''])
    console.log(`\n${name}`)
    console.table(Object.fromEntries([...lines].map((line) => [line, Object.fromEntries(cellsIn(line))])))
    for (const { kind, failure, skipped, result } of columns) {
      for (const line of [skipped, failure, ...(result?.examples ?? [])])
        if (line) console.log(`${kind}: ${line}`)
    }
  }
}

function cellsOf({ result, seconds = 0 }: Row): Record<string, number> {
  if (!result) return {}
  const faults = Object.values(result.faults).reduce((sum, count) => sum + count, 0)
  return { ...result.counts, seconds: Math.round(seconds), faults, ...result.faults }
}
