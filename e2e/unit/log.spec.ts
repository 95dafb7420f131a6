import { mock } from 'node:test'
import { expect, test } from '@playwright/test'
import { createLog } from '@/server/http/log'

test.afterEach(() => mock.timers.reset())

test('lines are written together, each with its time', () => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.UTC(2026, 10, 26) })
  const written: string[] = []
  const log = createLog((lines) => written.push(lines))
  log.warn('uno')
  log.warn('dos')
  mock.timers.tick(1)
  log.info({ event: 'tres', userId: undefined })
  expect(written).toEqual([])
  mock.timers.tick(20)
  expect(written).toEqual([
    `{"time":"2026-11-26T00:00:00.000Z","level":"warn","message":"uno"}
{"time":"2026-11-26T00:00:00.000Z","level":"warn","message":"dos"}
{"time":"2026-11-26T00:00:00.001Z","level":"info","event":"tres"}
`,
  ])
})
