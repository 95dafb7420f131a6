import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { runScenario } from './harness/run-scenario'
import { stop } from './scenarios/stop'

for (const kind of KINDS) {
  test(`a host stopped while clients write responds to every request it has begun, on ${kind}`, async () => {
    await runScenario(kind, (conditions) => stop(conditions, { rounds: 4, clients: 12, users: 3 }), {
      acknowledged: 48,
      stops: 4,
    })
  })
}
