import { test } from '@playwright/test'
import { runScenario } from './harness/run-scenario'
import { meetings } from './scenarios/meetings'

test('whatever meets whatever over a bad line, no text is lost, doubled or given to another user', async () => {
  await runScenario('SQLite', (conditions) => meetings(conditions, { sequences: 5 }), {
    atLeast: { sequences: 5 },
  })
})
