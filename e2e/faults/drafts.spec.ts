import { test } from '@playwright/test'
import { runScenario } from './harness/run-scenario'
import { drafts } from './scenarios/drafts'

test('typed text is recovered after crashes, closed tabs and a database that is slow or lost', async () => {
  // At the same time, since all mostly wait.
  await Promise.all([
    run(['killed', 'closed', 'killed during a save', 'two tabs'], { rounds: 4, recovered: 4 }),
    run(['slow database', 'evicted database'], { rounds: 2, recovered: 2, settled: 2 }),
  ])
})

function run(cases: string[], atLeast: Record<string, number>): Promise<void> {
  return runScenario(drafts, { rounds: cases.length, cases }, { atLeast, kinds: ['SQLite'] })
}
