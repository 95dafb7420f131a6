import { expect, test } from '@playwright/test'
import { chooseSeed, seeded } from '../../support/random'
import { findPostgres } from '../../support/servers/postgres'
import { KINDS, type Kind, withFaultyDatabase } from './databases'
import type { Conditions, Result } from './scenario'

/** Runs a scenario on all databases at the same time, since it mostly waits. */
export async function runOnEachDatabase(
  run: (conditions: Conditions) => Promise<Result>,
  minimums: Record<string, number>,
): Promise<void> {
  await Promise.all(availableKinds().map((kind) => runScenario(kind, run, minimums)))
}

/** All databases in CI, otherwise the installed ones. */
export function availableKinds(): readonly Kind[] {
  return process.env.CI || findPostgres() ? KINDS : ['SQLite']
}

/**
 * Runs a scenario as a test. A failure prints the seed that repeats it.
 *
 * @param minimums lowest acceptable counts
 * @param folder parent of the database's files
 */
export async function runScenario(
  kind: Kind,
  run: (conditions: Conditions) => Promise<Result>,
  minimums: Record<string, number>,
  folder?: string,
): Promise<void> {
  test.setTimeout(180_000)

  const seed = chooseSeed()
  const result = await withFaultyDatabase(
    kind,
    (database) => run({ database, random: seeded(seed), report: () => {} }),
    folder,
  )
  const faults = Object.entries(result.faults).filter(([, count]) => count > 0)
  const details = `${kind}, FAULTS_SEED=${seed}\n${result.examples.join('\n')}`
  expect(Object.fromEntries(faults), details).toEqual({})
  for (const [name, minimum] of Object.entries(minimums)) {
    expect(result.counts[name], `${name} on ${kind}`).toBeGreaterThanOrEqual(minimum)
  }
}
