import { test } from '@playwright/test'

/** Gives a file's tests the address of an API host. `fetch`, which they may replace, is put back after them. */
export function setApiHost(): void {
  const { fetch } = globalThis

  test.beforeAll(() => {
    process.env.NEXT_PUBLIC_API_HOST = 'https://api.example.com'
  })

  test.afterAll(() => {
    globalThis.fetch = fetch
    delete process.env.NEXT_PUBLIC_API_HOST
  })
}
