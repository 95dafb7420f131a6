import { test } from '@playwright/test'
import { findEngine } from '../support/engines/find-engine'
import { runScenario } from './harness/run-scenario'
import { leave } from './scenarios/leave'

test('leaving the list for another document at any moment keeps the browser database usable', async () => {
  const startWebKit = findEngine('webkit')
  test.skip(!startWebKit && !process.env.CI, 'WebKit is not installed.')
  if (!startWebKit) throw new Error('WebKit is not installed.')
  await runScenario('SQLite', (conditions) => leave(conditions, startWebKit, { tries: 3 }), {
    atLeast: { usable: 3 },
  })
})
