import type { Result } from './trial'

export type Row = { name: string; kind: string; result?: Result; seconds?: number; failure?: string }

/** A table a trial: what was done, and what went wrong. */
export function printResults(rows: Row[]): void {
  for (const name of new Set(rows.map((row) => row.name))) {
    const ofTrial = rows.filter((row) => row.name === name)
    console.log(`\n${name}`)
    console.table(
      Object.fromEntries(
        ofTrial.map(({ kind, result, seconds }) => [
          kind,
          result ? { ...result.counts, ...result.faults, seconds: Math.round(seconds ?? 0) } : {},
        ]),
      ),
    )
    for (const { kind, failure, result } of ofTrial) {
      for (const line of [failure, ...(result?.examples ?? [])]) if (line) console.log(`${kind}: ${line}`)
    }
  }
}
