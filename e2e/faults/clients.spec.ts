import { existsSync } from 'node:fs'
import { test } from '@playwright/test'
import { runOnEachDatabase } from './harness/run-scenario'
import { clients } from './scenarios/clients'

test.skip(!existsSync('/proc/self/fd'), 'This system has no /proc.')

test('slow, silent and disconnected clients do not block the others', async () => {
  await runOnEachDatabase((conditions) => clients(conditions, { clients: 20, silent: 200, rounds: 1 }), {
    atLeast: { 'half a body': 40, silent: 200 },
  })
})
