import { test } from '@playwright/test'
import { drafts } from './drafts'
import { prove } from './prove'

test('whatever goes wrong while someone types, what was on the screen is found again', async () => {
  await prove('SQLite', (conditions) => drafts(conditions, { trials: 10 }), { trials: 10, recovered: 8 })
})
