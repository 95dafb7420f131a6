import { test } from '@playwright/test'
import { availableKinds, prove } from './harness/prove'
import { withSmallDisk } from './harness/small-disk'
import { DISKS, fullDisk } from './scenarios/full-disk'

test('a disk that is full, and has room again, takes nothing along', async () => {
  const done = await Promise.all(
    availableKinds().map((kind) =>
      withSmallDisk(DISKS[kind], async ({ folder, makeRoom }) => {
        const least = { acknowledged: 20, '503': 5, ...(kind === 'SQLite' && { 'reads meanwhile': 10 }) }
        await prove(kind, (conditions) => fullDisk(conditions, { refusals: 5, makeRoom }), least, folder)
        return true
      }),
    ),
  )
  test.skip(!done.every(Boolean), 'No disk can be mounted here.')
})
