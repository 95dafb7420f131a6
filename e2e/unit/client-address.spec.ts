import { call, expect, newRegistration } from '../support/api-client'
import { test } from '../support/own-hosts'

/** Pairs of X-Forwarded-For, as they reach a host behind so many proxies, and whether they count as one. */
const PAIRS: [proxies: number, first: string, second: string, areOne: boolean][] = [
  [0, '192.0.2.1', '192.0.2.2', true],
  [0, '192.0.2.1, 192.0.2.1', '', true],
  [1, '192.0.2.1', '192.0.2.2', false],
  [1, '192.0.2.1', '192.0.2.1', true],
  [1, '198.51.100.1, 192.0.2.1', '198.51.100.2,192.0.2.1', true],
  [1, '192.0.2.1, 198.51.100.1', '192.0.2.1, 198.51.100.2', false],
  [1, 'nadie', 'alguien', true],
  [1, 'nadie', '', true],
  [1, '192.0.2.1, nadie', '192.0.2.2, nadie', true],
  [1, 'nadie, 192.0.2.1', '192.0.2.1', true],
  [1, '127.0.0.1', '', true],
  [1, '192.0.2.1:1025', '192.0.2.1:1026', true],
  [1, '192.0.2.1:1025', '192.0.2.2:1025', false],
  [1, '[2001:db8::1]:1025', '2001:db8::1', true],
  [2, '192.0.2.1, 203.0.113.1', '192.0.2.1, 203.0.113.2', true],
  [2, '192.0.2.1, 203.0.113.1', '192.0.2.2, 203.0.113.1', false],
  [2, '198.51.100.1, 192.0.2.1, 203.0.113.1', '198.51.100.2, 192.0.2.1, 203.0.113.1', true],
  [2, 'nadie, 203.0.113.1', 'alguien, 203.0.113.1', true],
  [2, 'nadie, 203.0.113.1', 'nadie, 203.0.113.2', false],
  [2, '192.0.2.1, nadie', '192.0.2.2, nadie', true],
  [1, '2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', true],
  [1, '2001:db8:1:2::1', '2001:db8:1:3::1', false],
  [1, '::ffff:192.0.2.1', '192.0.2.1', true],
  [1, '::ffff:c000:201', '192.0.2.1', true],
  [1, '::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
]

for (const [proxies, first, second, areOne] of PAIRS) {
  const verdict = areOne ? 'are one address' : 'are two addresses'
  test(`behind ${proxies} proxies '${first}' and '${second}' ${verdict}`, async ({ start }) => {
    const host = await start({ TRUST_PROXY: String(proxies), REGISTRATIONS_PER_HOUR: '1' })
    const statusFrom = async (forwarded: string) => {
      const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {}
      const json = newRegistration()
      return (await call(host, 'POST', '/api/auth/register', { json, headers })).status
    }

    expect(await statusFrom(first)).toBe(201)
    expect(await statusFrom(second)).toBe(areOne ? 429 : 201)
  })
}

for (const [variable, value] of [
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '-1'],
  ['TRUST_PROXY', ''],
  ['REGISTRATIONS_PER_HOUR', '1.5'],
  ['REGISTRATIONS_PER_HOUR', ' 1'],
] as const) {
  test(`${variable}='${value}' stops the start`, async ({ start }) => {
    await expect(start({ [variable]: value })).rejects.toThrow(
      `${variable} must be a whole number; it is '${value}'.`,
    )
  })
}
