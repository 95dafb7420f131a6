import { expect, test } from '@playwright/test'
import { createHttpServer } from '@/server/http/http-server'

test('the host waits 20 s for headers, 60 s for a request and 120 s for a silent connection', () => {
  expect(createHttpServer()).toMatchObject({
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    timeout: 120_000,
  })
})
