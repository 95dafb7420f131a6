import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { runScenario } from './harness/run-scenario'
import { fuzz } from './scenarios/fuzz'

for (const kind of KINDS) {
  test(`the host responds to hostile requests, and stores accepted notes unchanged, on ${kind}`, async () => {
    await runScenario(kind, (conditions) => fuzz(conditions, { requests: 1_200 }), {
      requests: 1_200,
      'read back': 60,
    })
  })
}
