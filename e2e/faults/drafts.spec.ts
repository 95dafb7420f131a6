import { test } from '@playwright/test'
import { prove } from './harness/run-scenario'
import { drafts, TRIAL_KINDS } from './scenarios/drafts'

test('whatever goes wrong while someone types, what was on the screen is found again', async () => {
  const kinds = TRIAL_KINDS.sameProfile
  await prove('SQLite', (conditions) => drafts(conditions, { trials: kinds.length, kinds }), {
    trials: 10,
    recovered: 8,
  })
})

test('with a database that fails, a wrong clock or somebody else at the browser, nothing is lost or shown', async () => {
  const kinds = TRIAL_KINDS.newProfile
  await prove('SQLite', (conditions) => drafts(conditions, { trials: kinds.length, kinds }), {
    trials: 7,
    recovered: 4,
    settled: 4,
    forgotten: 3,
    'hidden from another': 1,
  })
})
