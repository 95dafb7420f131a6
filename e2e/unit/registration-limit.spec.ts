import { expect, test } from '@playwright/test'
import { createRateLimits } from '@/server/auth/rate-limits'
import type { Client } from '@/server/http/client'
import { TooManyAttempts } from '@/server/http/failures'
import { type Database, StorageUnavailable } from '@/server/store/database'

const CLIENT: Client = { address: '192.0.2.1', networks: ['192.0.2.1'] }

/** Limits that count in memory, as with SQLite. */
const limitsOf = (registrationsPerHour: number) =>
  createRateLimits({ dialect: 'sqlite' } as Database, { registrationsPerHour })

test('refused registrations do not count when the earlier ones create no account', async () => {
  const { countRegistration } = limitsOf(3)
  const burst = await Promise.allSettled(
    Array.from({ length: 5 }, () => countRegistration(CLIENT, async () => false)),
  )
  expect(burst.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])

  for (let number = 0; number < 3; number += 1) {
    expect(await countRegistration(CLIENT, async () => true)).toBe(true)
  }
  await expect(countRegistration(CLIENT, async () => true)).rejects.toThrow(TooManyAttempts)
})

test('a failed registration counts only if the account may have been created', async () => {
  const { countRegistration } = limitsOf(1)
  const fail = (cause: Error) => countRegistration(CLIENT, () => Promise.reject(cause))

  await expect(fail(new Error('no such table'))).rejects.toThrow('no such table')
  await expect(fail(new StorageUnavailable('timeout'))).rejects.toThrow(StorageUnavailable)
  await expect(countRegistration(CLIENT, async () => true)).rejects.toThrow(TooManyAttempts)
})
