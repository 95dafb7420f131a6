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
    const lines = new Set([
      ...columns.flatMap(({ result }) => Object.keys(result?.counts ?? {})),
      'seconds',
      ...columns.flatMap(({ result }) => Object.keys(result?.faults ?? {})),
    ])
    console.log(`\n${name}`)
    console.table(
      Object.fromEntries(
        [...lines].map((line) => [
          line,
          Object.fromEntries(columns.map((row) => [row.kind, cellsOf(row)[line] ?? ''])),
        ]),
      ),
    )
    for (const { kind, failure, skipped, result } of columns) {
      for (const line of [skipped, failure, ...(result?.examples ?? [])])
        if (line) console.log(`${kind}: ${line}`)
    }
  }
}

function cellsOf({ result, seconds = 0 }: Row): Record<string, number> {
  return result ? { ...result.counts, seconds: Math.round(seconds), ...result.faults } : {}
}
