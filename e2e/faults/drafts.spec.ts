import { test } from '@playwright/test'
import { runScenario } from './harness/run-scenario'
import { CASES, drafts } from './scenarios/drafts'

test('typed text is recovered after crashes, failures and closed tabs, and never by another user', async () => {
  const { sameProfile, newProfile } = CASES
  // At the same time, since both mostly wait.
  await Promise.all([
    runScenario(
      'SQLite',
      (conditions) => drafts(conditions, { rounds: sameProfile.length, cases: sameProfile }),
      { rounds: 10, recovered: 8 },
    ),
    runScenario(
      'SQLite',
      (conditions) => drafts(conditions, { rounds: newProfile.length, cases: newProfile }),
      { rounds: 7, recovered: 4, settled: 4, cleared: 3, 'hidden from the next user': 1 },
    ),
  ])
})
