import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { prove } from './harness/run-scenario'
import { withSmallDisk } from './harness/small-disk'
import { DISKS, fullDisk } from './scenarios/full-disk'

for (const kind of KINDS) {
  test(`a disk that is full, and has room again, takes nothing along, on ${kind}`, async () => {
    const isDone = await withSmallDisk(DISKS[kind], async ({ folder, makeRoom }) => {
      const least = { acknowledged: 20, '503': 5, ...(kind === 'SQLite' && { 'reads meanwhile': 10 }) }
      await prove(kind, (conditions) => fullDisk(conditions, { refusals: 5, makeRoom }), least, folder)
      return true
    })
    test.skip(!isDone, 'No disk can be mounted here.')
  })
}
