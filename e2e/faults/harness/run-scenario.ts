import { expect, test } from '@playwright/test'
import { seeded } from '../../support/random'
import { replayLine, seedOfTest } from '../../support/replay'
import { findPostgres } from '../../support/servers/postgres'
import { KINDS, type Kind, withFaultyDatabase } from './databases'
import type { Conditions, Result } from './scenario'
import { throttled } from './throttled'

type Options = {
  atLeast: Record<string, number>
  folder?: string
}

/** Runs a scenario on all databases at the same time, since it mostly waits. */
export async function runOnEachDatabase(
  run: (conditions: Conditions) => Promise<Result>,
  options: Options,
): Promise<void> {
  await Promise.all(availableKinds().map((kind) => runScenario(kind, run, options)))
}

export function availableKinds(): readonly Kind[] {
  return process.env.CI || findPostgres() ? KINDS : ['SQLite']
}

export async function runScenario(
  kind: Kind,
  run: (conditions: Conditions) => Promise<Result>,
  { atLeast, folder }: Options,
): Promise<void> {
  test.setTimeout(180_000)

  const seed = seedOfTest()
  const report = throttled((progress) => void test.step(`${kind}: ${progress}`, () => {}))
  const result = await withFaultyDatabase(
    kind,
    (database) => run({ database, random: seeded(seed), report }),
    folder,
  )
  // A busy machine makes anything slow: only the long runs, on a machine at rest, judge it.
  const faults = Object.entries(result.faults).filter(([name, count]) => count > 0 && name !== 'slow')
  expect(Object.fromEntries(faults), `${kind}\n${replayLine(seed)}\n${result.examples.join('\n')}`).toEqual(
    {},
  )
  for (const [name, minimum] of Object.entries(atLeast)) {
    expect(result.counts[name], `${name} on ${kind}`).toBeGreaterThanOrEqual(minimum)
  }
}
