import { test } from '@playwright/test'
import { findEngine } from '../support/engines/find-engine'
import { prove } from './harness/run-scenario'
import { leave } from './scenarios/leave'

test('a list that is left for another document, at any moment, leaves the browser its database', async () => {
  const startWebKit = findEngine('webkit')
  test.skip(!startWebKit && !process.env.CI, 'There is no WebKit here.')
  if (!startWebKit) throw new Error('There is no WebKit here.')
  await prove('SQLite', (conditions) => leave(conditions, startWebKit, { tries: 5 }), { usable: 5 })
})
