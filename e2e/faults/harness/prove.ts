import { expect, test } from '@playwright/test'
import { chooseSeed, seeded } from '../../support/random'
import { findPostgres } from '../../support/servers/postgres'
import { KINDS, type Kind, withDatabase } from './databases'
import type { Conditions, Result } from './trial'

/** Runs a trial on all databases at the same time: most of its time is spent waiting. */
export async function proveOnEach(
  run: (conditions: Conditions, kind: Kind) => Promise<Result>,
  least: Record<string, number>,
): Promise<void> {
  await Promise.all(availableKinds().map((kind) => prove(kind, (conditions) => run(conditions, kind), least)))
}

/** All databases in CI, or else those that are installed. */
export function availableKinds(): readonly Kind[] {
  return process.env.CI || findPostgres() ? KINDS : ['SQLite']
}

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

  const seed = chooseSeed()
  const result = await withDatabase(
    kind,
    (database) => run({ database, random: seeded(seed), say: () => {} }),
    folder,
  )
  const faults = Object.entries(result.faults).filter(([, count]) => count > 0)
  expect(Object.fromEntries(faults), `${kind}, FAULTS_SEED=${seed}\n${result.examples.join('\n')}`).toEqual(
    {},
  )
  for (const [what, count] of Object.entries(least)) {
    expect(result.counts[what], `${what} on ${kind}`).toBeGreaterThanOrEqual(count)
  }
}
