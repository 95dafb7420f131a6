import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { prove } from './harness/run-scenario'
import { fuzz } from './scenarios/fuzz'

for (const kind of KINDS) {
  test(`whatever is sent, the host answers, and keeps what it accepts as it is, on ${kind}`, async () => {
    await prove(kind, (conditions) => fuzz(conditions, { requests: 1_200 }), {
      requests: 1_200,
      'read back': 60,
    })
  })
}
