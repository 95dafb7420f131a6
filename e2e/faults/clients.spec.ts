import { existsSync } from 'node:fs'
import { test } from '@playwright/test'
import { proveOnEach } from './harness/prove'
import { clients } from './scenarios/clients'

test.skip(!existsSync('/proc/self/fd'), 'Nobody tells here what a process has open.')

test('clients that are slow, silent or gone keep nobody from the host', async () => {
  await proveOnEach((conditions) => clients(conditions, { clients: 20, silent: 200, rounds: 1 }), {
    'half a body': 40,
    silent: 200,
  })
})
