import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { prove } from './harness/run-scenario'
import { away } from './scenarios/away'

for (const kind of KINDS) {
  test(`while the database is away the host says so; then it works again, on ${kind}`, async () => {
    const counts = { rounds: 1, clients: 12, people: 3, ways: ['locked', 'crashed', 'forgotten'] }
    await prove(kind, (conditions) => away(conditions, counts), { acknowledged: 12, '503': 12 })
  })
}
