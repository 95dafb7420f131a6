import { test } from '@playwright/test'
import { proveOnEach } from './harness/prove'
import { stop } from './scenarios/stop'

test('a host that is stopped while clients write answers what it has begun', async () => {
  await proveOnEach((conditions) => stop(conditions, { rounds: 4, clients: 12, people: 3 }), {
    acknowledged: 48,
    stops: 4,
  })
})
