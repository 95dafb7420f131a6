import { expect, test } from '@playwright/test'
import { chooseSeed, seeded } from '../../support/random'
import { findPostgres } from '../../support/servers/postgres'
import { type Kind, withDatabase } from './databases'
import type { Conditions, Result } from './scenario'

/**
 * Runs a few of a trial's rounds. What went wrong is told with the seed that repeats it.
 *
 * @param least what must have been done, and how often
 * @param folder where the data is kept
 */
export async function prove(
  kind: Kind,
  run: (conditions: Conditions) => Promise<Result>,
  least: Record<string, number>,
  folder?: string,
): Promise<void> {
  test.setTimeout(180_000)
  test.skip(kind === 'PostgreSQL' && !findPostgres() && !process.env.CI, 'There is no PostgreSQL here.')

  const seed = chooseSeed()
  const result = await withDatabase(
    kind,
    (database) => run({ database, random: seeded(seed), say: () => {} }),
    folder,
  )
  const faults = Object.entries(result.faults).filter(([, count]) => count > 0)
  expect(Object.fromEntries(faults), `FAULTS_SEED=${seed}\n${result.examples.join('\n')}`).toEqual({})
  for (const [what, count] of Object.entries(least)) {
    expect(result.counts[what], what).toBeGreaterThanOrEqual(count)
  }
}
