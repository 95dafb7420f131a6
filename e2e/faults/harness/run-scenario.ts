import { expect, test } from '@playwright/test'
import { chooseSeed, seeded } from '../../support/random'
import { findPostgres } from '../../support/servers/postgres'
import { type Kind, withFaultyDatabase } from './databases'
import type { Conditions, Result } from './scenario'

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
  test.skip(kind === 'PostgreSQL' && !findPostgres() && !process.env.CI, 'PostgreSQL is not installed.')

  const seed = chooseSeed()
  const result = await withFaultyDatabase(
    kind,
    (database) => run({ database, random: seeded(seed), report: () => {} }),
    folder,
  )
  const faults = Object.entries(result.faults).filter(([, count]) => count > 0)
  expect(Object.fromEntries(faults), `FAULTS_SEED=${seed}\n${result.examples.join('\n')}`).toEqual({})
  for (const [name, minimum] of Object.entries(minimums)) {
    expect(result.counts[name], name).toBeGreaterThanOrEqual(minimum)
  }
}
