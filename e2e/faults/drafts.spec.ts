import { test } from '@playwright/test'
import { drafts } from './drafts'
import { prove } from './prove'

test('whatever goes wrong while someone types, what was on the screen is found again', async () => {
  const least = { trials: 17, recovered: 12, settled: 4, forgotten: 3, 'hidden from another': 1 }
  await prove('SQLite', (conditions) => drafts(conditions, { trials: 17 }), least, undefined, 480_000)
})
