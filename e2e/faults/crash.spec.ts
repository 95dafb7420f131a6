import { test } from '@playwright/test'
import { proveOnEach } from './harness/prove'
import { crash } from './scenarios/crash'

test('what was answered is there, whole, after crashes while clients write', async () => {
  await proveOnEach((conditions) => crash(conditions, { writes: 600, clients: 12, people: 3 }), {
    acknowledged: 600,
    'hosts killed': 1,
  })
})
