import { test } from '@playwright/test'
import { drafts } from './drafts'
import { prove } from './prove'

test('whatever goes wrong while someone types, what was on the screen is found again', async () => {
  await prove('SQLite', (conditions) => drafts(conditions, { trials: 17 }), {
    trials: 17,
    recovered: 15,
    settled: 4,
    forgotten: 3,
    'hidden from another': 1,
  })
})
