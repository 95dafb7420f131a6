import { test } from '@playwright/test'
import { runScenario } from './harness/run-scenario'
import { drafts } from './scenarios/drafts'

test('typed text is recovered after crashes, failures and closed tabs, and never by another user', async () => {
  // The other cases are stories in the browser. At the same time, since all mostly wait.
  await Promise.all([
    run(['killed', 'closed', 'failed with 401', 'killed during a save', 'two tabs'], {
      rounds: 5,
      recovered: 5,
    }),
    run(['slow database', 'evicted database'], { rounds: 2, recovered: 2, settled: 2 }),
    run(['signed out in another tab', 'next user', 'wrong clock'], {
      rounds: 3,
      recovered: 1,
      cleared: 3,
      'hidden from the next user': 1,
    }),
  ])
})

function run(cases: string[], atLeast: Record<string, number>): Promise<void> {
  return runScenario(drafts, { rounds: cases.length, cases }, { atLeast, kinds: ['SQLite'] })
}
