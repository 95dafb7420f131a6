import { expect, test } from '@playwright/test'
import { newId, newKey } from '@/lib/ids'
import { hexOf, sha256 } from '@/lib/sha256'

test('ids and keys have the form of those that browsers have stored', async () => {
  expect(newId()).toMatch(/^\d{13}-0\.\d+$/)
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(hexOf(await sha256('ana@example.com'))).toBe(
    '8e43ca37701228e74983efdbd0cff5c16b3b1e5d4e29a7c05626d4d25a018e11',
  )
})
