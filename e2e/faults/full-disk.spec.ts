import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { runScenario } from './harness/run-scenario'
import { withSmallDisk } from './harness/small-disk'
import { DISKS, fullDisk } from './scenarios/full-disk'

for (const kind of KINDS) {
  test(`a full disk loses no acknowledged note, and the host recovers once space is freed, on ${kind}`, async () => {
    const isDone = await withSmallDisk(DISKS[kind], async ({ folder, freeSpace }) => {
      const least = { acknowledged: 20, '503': 5, ...(kind === 'SQLite' && { 'reads while full': 10 }) }
      await runScenario(kind, (conditions) => fullDisk(conditions, { refusals: 5, freeSpace }), least, folder)
      return true
    })
    test.skip(!isDone, 'This system cannot mount a disk.')
  })
}
