import { test } from '@playwright/test'
import { runScenario } from './harness/run-scenario'
import { writes } from './scenarios/writes'

test('a line that loses answers makes no note twice, and loses none', async () => {
  await runScenario(
    'SQLite',
    (conditions) => writes(conditions, { imported: 150, importedBare: 50, presses: 8 }),
    { atLeast: { notes: 158, 'notes on a bare host': 50, 'lost answers': 10 } },
  )
})
