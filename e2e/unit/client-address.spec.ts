import { expect, test } from '@playwright/test'
import { Context, Hono } from 'hono'
import type { Env } from '@/server/context'
import { clientAddress, clientOf } from '@/server/http/client'
import type { Log } from '@/server/http/log'

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

test('a client is known by the address that the last trusted proxy has seen', () => {
  for (const [proxies, first, second, areOne] of PAIRS) {
    const [one, other] = [networksOf(first, proxies), networksOf(second, proxies)]
    expect(one[0] === other[0], `${proxies}: '${first}' and '${second}'`).toBe(areOne)
  }
})

test('without a proxy the address is that of the connection', () => {
  expect(networksOf('192.0.2.1', 0)).toEqual(['127.0.0.1'])
  expect(networksOf('192.0.2.1', 0, '::ffff:198.51.100.7')).toEqual(['198.51.100.7'])
  expect(networksOf('192.0.2.1', 1, '::1')).toEqual(['192.0.2.1'])
})

test('an IPv6 address counts by its /64 and its /48', () => {
  expect(networksOf('2001:db8:1:2::1', 1)).toEqual(['2001:db8:1:2::/64', '2001:db8:1::/48'])
  expect(networksOf('2001:db8:1:3::1', 1)).toEqual(['2001:db8:1:3::/64', '2001:db8:1::/48'])
})

test('X-Forwarded-For at a host that trusts no proxy is warned of once', async () => {
  const warnings: string[] = []
  const log = { warn: (message: string) => warnings.push(message) } as unknown as Log
  const app = new Hono<Env>().get('/', clientAddress({ trustedProxies: 0, log }), (c) =>
    c.text(c.get('client').address),
  )
  for (const forwarded of [undefined, '192.0.2.1', '192.0.2.2']) {
    const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {}
    const response = await app.request('/', { headers }, connectionFrom('127.0.0.1'))
    expect(await response.text()).toBe('127.0.0.1')
  }
  expect(warnings).toEqual([expect.stringContaining('TRUST_PROXY is 0')])
})

/** Networks by which rate limits count a connection from `remote`. */
function networksOf(forwarded: string, proxies: number, remote = '127.0.0.1'): string[] {
  const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {}
  const request = new Request('http://localhost/', { headers })
  return clientOf(new Context(request, { env: connectionFrom(remote) }), proxies).networks
}

function connectionFrom(remoteAddress: string) {
  return { incoming: { socket: { remoteAddress } } }
}
