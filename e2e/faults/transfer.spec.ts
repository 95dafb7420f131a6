import { test } from '@playwright/test'
import { runScenario } from './harness/run-scenario'
import { transfer } from './scenarios/transfer'

test('an import that is killed again and again is completed by the same file, no note missing or twice', async () => {
  await runScenario('SQLite', (conditions) => transfer(conditions, { notes: 300, kills: 3 }), {
    atLeast: { notes: 600, 'killed in the middle': 1 },
  })
})
