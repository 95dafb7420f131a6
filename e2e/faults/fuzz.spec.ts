import { test } from '@playwright/test'
import { runOnEachDatabase } from './harness/run-scenario'
import { fuzz } from './scenarios/fuzz'

test('the host responds to hostile requests, and stores accepted notes unchanged', async () => {
  await runOnEachDatabase((conditions) => fuzz(conditions, { requests: 600 }), {
    atLeast: { requests: 600, 'read back': 15 },
  })
})
