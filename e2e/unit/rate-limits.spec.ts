import { expect, test } from '@playwright/test'
import { createRateLimits } from '@/server/auth/rate-limits'
import type { Client } from '@/server/http/client'
import { TooManyAttempts } from '@/server/http/failures'
import { type Database, StorageUnavailable } from '@/server/store/database'

const CLIENT: Client = { address: '192.0.2.1', networks: ['192.0.2.1'] }

/** Limits that count in memory, as with SQLite. */
const limitsOf = (registrationsPerHour: number) =>
  createRateLimits({ dialect: 'sqlite' } as Database, { registrationsPerHour })

const loginFrom = (client: Client, email = 'carmen@correo.es') => ({
  email,
  client,
  userId: undefined,
  isKnownAddress: async () => false,
})

function inSite(site: number, subnet: number): Client {
  return { address: '', networks: [`2001:db8:${site}:${subnet}::/64`, `2001:db8:${site}::/48`] }
}

const FAILURES: [
  what: string,
  count: number,
  reason: string,
  loginOf: (number: number) => ReturnType<typeof loginFrom>,
][] = [
  [
    'for an email from the subnets of one IPv6 site',
    10,
    'limit.email-address',
    (number) => loginFrom(inSite(1, number)),
  ],
  [
    'for many emails from one address',
    100,
    'limit.address',
    (number) => loginFrom(CLIENT, `${number}@correo.es`),
  ],
]

test('so many failed logins block where they come from, and nothing else', async () => {
  for (const [what, count, reason, loginOf] of FAILURES) {
    const { checkLogin, countFailedLogin } = limitsOf(0)
    for (let number = 0; number < count; number += 1) {
      await checkLogin(loginOf(number))
      await countFailedLogin(loginOf(number))
    }
    await expect(checkLogin(loginOf(count)), what).rejects.toMatchObject({
      reason,
      message: 'Demasiados intentos fallidos. Inténtalo de nuevo dentro de unos minutos.',
      headers: { 'Retry-After': '900' },
    })
    await checkLogin(loginFrom(inSite(2, count)))
  }
})

test('concurrent registrations stay within the limit, and those that create no account do not count', async () => {
  const { countRegistration } = limitsOf(3)
  const atOnce = async (count: number, creates: boolean) => {
    const calls = Array.from({ length: count }, () => countRegistration(CLIENT, async () => creates))
    return (await Promise.allSettled(calls)).map(({ status }) => status).sort()
  }
  const three = Array(3).fill('fulfilled')
  expect(await atOnce(5, false)).toEqual([...three, ...Array(2).fill('rejected')])
  expect(await atOnce(10, true)).toEqual([...three, ...Array(7).fill('rejected')])
  await expect(countRegistration(CLIENT, async () => true)).rejects.toThrow(TooManyAttempts)
})

test('a failed registration counts only if the account may have been created', async () => {
  const { countRegistration } = limitsOf(1)
  const fail = (cause: Error) => countRegistration(CLIENT, () => Promise.reject(cause))

  await expect(fail(new Error('no such table'))).rejects.toThrow('no such table')
  await expect(fail(new StorageUnavailable('timeout'))).rejects.toThrow(StorageUnavailable)
  await expect(countRegistration(CLIENT, async () => true)).rejects.toThrow(TooManyAttempts)
})
