import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { runScenario } from './harness/run-scenario'
import { away } from './scenarios/away'

for (const kind of KINDS) {
  test(`the host responds with 503 while its database is unavailable, and recovers, on ${kind}`, async () => {
    const counts = { rounds: 1, clients: 12, users: 3, outages: ['locked', 'crashed', 'half-open'] }
    await runScenario(kind, (conditions) => away(conditions, counts), { acknowledged: 12, '503': 12 })
  })
}
