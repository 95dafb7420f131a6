import { test } from '@playwright/test'
import { proveOnEach } from './harness/prove'
import { fuzz } from './scenarios/fuzz'

test('whatever is sent, the host answers, and keeps what it accepts as it is', async () => {
  await proveOnEach((conditions) => fuzz(conditions, { requests: 1_200 }), {
    requests: 1_200,
    'read back': 60,
  })
})
