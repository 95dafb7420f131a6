import { test } from '@playwright/test'
import { runOnEachDatabase } from './harness/run-scenario'
import { away } from './scenarios/away'

test('the host responds with 503 while its database is unavailable, and recovers', async () => {
  const counts = { rounds: 1, clients: 12, users: 3, outages: ['locked', 'crashed', 'half-open'] }
  await runOnEachDatabase((conditions) => away(conditions, counts), {
    atLeast: { acknowledged: 12, '503': 12 },
  })
})
