import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { prove } from './harness/run-scenario'
import { stop } from './scenarios/stop'

for (const kind of KINDS) {
  test(`a host that is stopped while clients write answers what it has begun, on ${kind}`, async () => {
    await prove(kind, (conditions) => stop(conditions, { rounds: 4, clients: 12, people: 3 }), {
      acknowledged: 48,
      stops: 4,
    })
  })
}
