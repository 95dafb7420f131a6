import { test } from '@playwright/test'
import { runScenario } from './harness/run-scenario'
import { CASES, drafts } from './scenarios/drafts'

/** Cases that stories in the browser also show. */
const STORIES = [
  'reloaded',
  'cancelled',
  'offline',
  'failed with 500',
  'full storage',
  'silent database',
  'older copy',
]

const DATABASE = ['slow database', 'evicted database']

test('typed text is recovered after crashes, failures and closed tabs, and never by another user', async () => {
  const newProfile = withoutStories(CASES.newProfile)
  // At the same time, since all mostly wait.
  await Promise.all([
    run(withoutStories(CASES.sameProfile), { rounds: 5, recovered: 5 }),
    run(DATABASE, { rounds: 2, recovered: 2, settled: 2 }),
    run(
      newProfile.filter((name) => !DATABASE.includes(name)),
      { rounds: 3, recovered: 1, cleared: 3, 'hidden from the next user': 1 },
    ),
  ])
})

function withoutStories(cases: string[]): string[] {
  return cases.filter((name) => !STORIES.includes(name))
}

function run(cases: string[], atLeast: Record<string, number>): Promise<void> {
  return runScenario(drafts, { rounds: cases.length, cases }, { atLeast, kinds: ['SQLite'] })
}
