import { expect, test } from '@playwright/test'
import { seeded } from '../../support/random'
import { replayLine, seedOfTest } from '../../support/replay'
import { findPostgres } from '../../support/servers/postgres'
import { type DiskSize, KINDS, type Kind, withFaultyDatabase } from './databases'
import type { Conditions, Result } from './scenario'
import { throttled } from './throttled'

type Options = {
  atLeast: Record<string, number>
  kinds?: readonly Kind[]
  disks?: Record<Kind, DiskSize>
}

/** Runs a scenario on all databases that are installed, at the same time, since it mostly waits. */
export async function runScenario<Counts>(
  scenario: (conditions: Conditions, counts: Counts) => Promise<Result>,
  counts: Counts,
  { atLeast, kinds = KINDS, disks }: Options,
): Promise<void> {
  test.setTimeout(180_000)
  const seed = seedOfTest()

  /** Resolves to false if the disk cannot be mounted. */
  async function run(kind: Kind): Promise<boolean> {
    const report = throttled((progress) => void test.step(`${kind}: ${progress}`, () => {}))
    const result = await withFaultyDatabase(
      kind,
      (database) => scenario({ database, random: seeded(seed), report }, counts),
      disks?.[kind],
    )
    if (!result) return false
    // A busy machine makes anything slow: only the long runs, on a machine at rest, judge it.
    const { slow, 'slowed down': slowedDown, ...faults } = result.faults
    expect(faults, `${kind}\n${replayLine(seed)}\n${result.examples.join('\n')}`).toEqual({})
    for (const [name, minimum] of Object.entries(atLeast))
      expect(result.counts[name], `${name} on ${kind}`).toBeGreaterThanOrEqual(minimum)
    return true
  }

  const installed = process.env.CI || findPostgres() ? kinds : kinds.filter((kind) => kind === 'SQLite')
  const areRun = await Promise.all(installed.map(run))
  test.skip(areRun.includes(false), 'This system cannot mount a disk.')
}
