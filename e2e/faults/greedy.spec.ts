import { existsSync } from 'node:fs'
import { test } from '@playwright/test'
import { runOnEachDatabase } from './harness/run-scenario'
import { greedy } from './scenarios/greedy'

test.skip(!existsSync('/proc/self/status'), 'This system has no /proc.')

test('an account at its quotas that lists and writes without pause leaves the others their responses', async () => {
  await runOnEachDatabase((conditions) => greedy(conditions, { others: 5, seconds: 2, notes: 20_000 }), {
    atLeast: { 'requests of others': 50, 'greedy requests': 10 },
  })
})
