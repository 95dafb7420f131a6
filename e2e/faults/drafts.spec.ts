import { test } from '@playwright/test'
import { runScenario } from './harness/run-scenario'
import { CASES, drafts } from './scenarios/drafts'

test('typed text is recovered after a crash, a closed tab, a failed save or a lost network', async () => {
  const cases = CASES.sameProfile
  await runScenario('SQLite', (conditions) => drafts(conditions, { rounds: cases.length, cases }), {
    rounds: 10,
    recovered: 8,
  })
})

test('a failing database, a wrong clock or another user at the browser neither loses a draft nor shows it', async () => {
  const cases = CASES.newProfile
  await runScenario('SQLite', (conditions) => drafts(conditions, { rounds: cases.length, cases }), {
    rounds: 7,
    recovered: 4,
    settled: 4,
    cleared: 3,
    'hidden from the next user': 1,
  })
})
