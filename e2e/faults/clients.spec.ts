import { existsSync } from 'node:fs'
import { test } from '@playwright/test'
import { KINDS } from './harness/databases'
import { prove } from './harness/run-scenario'
import { clients } from './scenarios/clients'

test.skip(!existsSync('/proc/self/fd'), 'Nobody tells here what a process has open.')

for (const kind of KINDS) {
  test(`clients that are slow, silent or gone keep nobody from the host, on ${kind}`, async () => {
    await prove(kind, (conditions) => clients(conditions, { clients: 20, silent: 200, rounds: 1 }), {
      'half a body': 40,
      silent: 200,
    })
  })
}
