import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { prove } from './harness/run-scenario'
import { crash } from './scenarios/crash'

for (const kind of KINDS) {
  test(`what was answered is there, whole, after crashes while clients write, on ${kind}`, async () => {
    await prove(kind, (conditions) => crash(conditions, { writes: 600, clients: 12, people: 3 }), {
      acknowledged: 600,
      'hosts killed': 1,
    })
  })
}
