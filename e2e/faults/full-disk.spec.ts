import { test } from '@playwright/test'
import type { Kind } from './harness/databases'
import { runScenario } from './harness/run-scenario'
import { DISKS, fullDisk } from './scenarios/full-disk'

test('a full disk loses no acknowledged note, and the host recovers once space is freed', async () => {
  const atLeast = { acknowledged: 20, '503': 5 }
  const run = (kind: Kind, more = {}) =>
    runScenario(fullDisk, { refusals: 5 }, { kinds: [kind], disks: DISKS, atLeast: { ...atLeast, ...more } })
  await Promise.all([run('SQLite', { 'reads while full': 10 }), run('PostgreSQL')])
})
