import { test } from '@playwright/test'
import { runOnEachDatabase } from './harness/run-scenario'
import { trash } from './scenarios/trash'

test('no note is lost, doubled or back from the trash while hosts that purge are killed and stopped', async () => {
  await runOnEachDatabase((conditions) => trash(conditions, { actions: 300, clients: 4 }), {
    atLeast: { acknowledged: 300, expired: 1 },
  })
})
