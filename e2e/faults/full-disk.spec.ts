import { test } from '@playwright/test'
import { availableKinds, runScenario } from './harness/run-scenario'
import type { Conditions } from './harness/scenario'
import { withSmallDisk } from './harness/small-disk'
import { DISKS, fullDisk } from './scenarios/full-disk'

test('a full disk loses no acknowledged note, and the host recovers once space is freed', async () => {
  const done = await Promise.all(
    availableKinds().map((kind) =>
      withSmallDisk(DISKS[kind], async ({ folder, freeSpace }) => {
        const atLeast = { acknowledged: 20, '503': 5, ...(kind === 'SQLite' && { 'reads while full': 10 }) }
        const run = (conditions: Conditions) => fullDisk(conditions, { refusals: 5, freeSpace })
        await runScenario(kind, run, { atLeast, folder })
        return true
      }),
    ),
  )
  test.skip(!done.every(Boolean), 'This system cannot mount a disk.')
})
