import { test } from '@playwright/test'
import { runOnEachDatabase } from './harness/run-scenario'
import { stop } from './scenarios/stop'

test('a host stopped while clients write responds to every request it has begun', async () => {
  await runOnEachDatabase((conditions) => stop(conditions, { rounds: 2, clients: 12, users: 3 }), {
    atLeast: { acknowledged: 24, stops: 2 },
  })
})
