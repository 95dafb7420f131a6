import { expect, test } from '@playwright/test'
import { createRateLimits, TooManyAttempts } from '@/server/auth/rate-limits'
import { type Database, StorageUnavailable } from '@/server/store/database'

const ADDRESS = '192.0.2.1'

/** Counts in memory, as for a SQLite file. */
const limitsOf = (registrationsPerHour: number) =>
  createRateLimits({ isShared: false } as Database, { registrationsPerHour })

test('refused registrations do not count once those before them turn out to make no account', async () => {
  const { countRegistration } = limitsOf(3)
  const burst = await Promise.allSettled(
    Array.from({ length: 5 }, () => countRegistration(ADDRESS, async () => false)),
  )
  expect(burst.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])

  for (let number = 0; number < 3; number += 1) {
    expect(await countRegistration(ADDRESS, async () => true)).toBe(true)
  }
  await expect(countRegistration(ADDRESS, async () => true)).rejects.toThrow(TooManyAttempts)
})

test('a registration that fails counts only where the account may have been made', async () => {
  const { countRegistration } = limitsOf(1)
  const fail = (cause: Error) => countRegistration(ADDRESS, () => Promise.reject(cause))

  await expect(fail(new Error('no such table'))).rejects.toThrow('no such table')
  await expect(fail(new StorageUnavailable('timeout'))).rejects.toThrow(StorageUnavailable)
  await expect(countRegistration(ADDRESS, async () => true)).rejects.toThrow(TooManyAttempts)
})
