import { test } from '@playwright/test'
import { prove } from './harness/prove'
import { drafts, TRIAL_KINDS } from './scenarios/drafts'

test('whatever goes wrong while someone types, what was on the screen is found again, and never by somebody else', async () => {
  const { sameProfile, newProfile } = TRIAL_KINDS
  // At the same time: most of it is waiting.
  await Promise.all([
    prove('SQLite', (conditions) => drafts(conditions, { trials: sameProfile.length, kinds: sameProfile }), {
      trials: 10,
      recovered: 8,
    }),
    prove('SQLite', (conditions) => drafts(conditions, { trials: newProfile.length, kinds: newProfile }), {
      trials: 7,
      recovered: 4,
      settled: 4,
      forgotten: 3,
      'hidden from another': 1,
    }),
  ])
})
