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

test('typed text is recovered after crashes, failures and closed tabs, and never by another user', async () => {
  const [sameProfile, newProfile] = [withoutStories(CASES.sameProfile), withoutStories(CASES.newProfile)]
  // At the same time, since both mostly wait.
  await Promise.all([
    runScenario(
      'SQLite',
      (conditions) => drafts(conditions, { rounds: sameProfile.length, cases: sameProfile }),
      { rounds: 5, recovered: 5 },
    ),
    runScenario(
      'SQLite',
      (conditions) => drafts(conditions, { rounds: newProfile.length, cases: newProfile }),
      { rounds: 5, recovered: 3, settled: 2, cleared: 3, 'hidden from the next user': 1 },
    ),
  ])
})

function withoutStories(cases: string[]): string[] {
  return cases.filter((name) => !STORIES.includes(name))
}
