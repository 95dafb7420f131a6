import { test } from '@playwright/test'
import { runOnEachDatabase } from './harness/run-scenario'
import { crash } from './scenarios/crash'

test('acknowledged writes survive crashes whole while clients write', async () => {
  await runOnEachDatabase((conditions) => crash(conditions, { writes: 600, clients: 12, users: 3 }), {
    acknowledged: 600,
    'hosts killed': 1,
  })
})
