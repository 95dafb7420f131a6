import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { runScenario } from './harness/run-scenario'
import { crash } from './scenarios/crash'

for (const kind of KINDS) {
  test(`acknowledged writes survive crashes whole while clients write, on ${kind}`, async () => {
    await runScenario(kind, (conditions) => crash(conditions, { writes: 600, clients: 12, users: 3 }), {
      acknowledged: 600,
      'hosts killed': 1,
    })
  })
}
