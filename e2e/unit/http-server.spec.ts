import { expect, test } from '@playwright/test'
import { createHttpServer } from '@/server/http/http-server'

test('slow clients have 20 s for their headers and 60 s for a request, and silent ones 120 s', () => {
  expect(createHttpServer()).toMatchObject({
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    timeout: 120_000,
  })
})
