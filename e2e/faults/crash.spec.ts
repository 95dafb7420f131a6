import { test } from '@playwright/test'
import { runOnEachDatabase } from './harness/run-scenario'
import { crash } from './scenarios/crash'

test('acknowledged writes survive crashes whole while clients write', async () => {
  await runOnEachDatabase((conditions) => crash(conditions, { writes: 300, clients: 12, users: 3 }), {
    atLeast: { acknowledged: 300, 'hosts killed': 1 },
  })
})
