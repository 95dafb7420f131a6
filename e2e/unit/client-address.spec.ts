import { expect, test } from '@playwright/test'
import { Hono } from 'hono'
import type { Env } from '@/server/context'
import { clientAddress } from '@/server/middleware/client-address'

/** Pairs of X-Forwarded-For headers at a host behind `proxies` proxies; `areOne` if they count as one client. */
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
  const result = areOne ? 'are one address' : 'are two addresses'
  test(`behind ${proxies} proxies '${first}' and '${second}' ${result}`, async () => {
    const addresses = [await addressOf(first, proxies), await addressOf(second, proxies)]
    expect(new Set(addresses).size).toBe(areOne ? 1 : 2)
  })
}

test('without a proxy the address is that of the connection', async () => {
  expect(await addressOf('192.0.2.1', 0)).toBe('127.0.0.1')
  expect(await addressOf('192.0.2.1', 0, '::ffff:198.51.100.7')).toBe('198.51.100.7')
  expect(await addressOf('192.0.2.1', 1, '::1')).toBe('192.0.2.1')
})

/** The address that rate limits count, for a connection from `remote`. */
async function addressOf(forwarded: string, proxies: number, remote = '127.0.0.1'): Promise<string> {
  const app = new Hono<Env>().get('/', clientAddress(proxies), (c) => c.text(c.get('address')))
  const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {}
  const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: remote } } })
  expect(response.status).toBe(200)
  return response.text()
}
