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

/** Headers at a host that trusts so many proxies; `proxy` is the address that it warns of. */
const WARNED: [proxies: number, forwarded: string, proxy: string | undefined][] = [
  [0, '', undefined],
  [0, '192.0.2.1', '127.0.0.1'],
  [1, '', undefined],
  [1, '192.0.2.1', undefined],
  [1, '10.0.0.2', undefined],
  [1, '192.0.2.1, 198.51.100.1', undefined],
  [1, '192.0.2.1, 10.0.0.2', '10.0.0.2'],
  [1, '192.0.2.1, 127.0.0.1', '127.0.0.1'],
  [1, '2001:db8::1, fd00::2', 'fd00::2'],
  [1, '192.0.2.1, ::ffff:172.16.0.2', '172.16.0.2'],
  [2, '192.0.2.1, 10.0.0.2', undefined],
  [2, '192.0.2.1, 10.0.0.3, 10.0.0.2', '10.0.0.3'],
]

test('a proxy that TRUST_PROXY seems not to know is warned of once', async () => {
  for (const [trustedProxies, forwarded, proxy] of WARNED) {
    const warnings: string[] = []
    const log = { warn: (message: string) => warnings.push(message) } as unknown as Log
    const app = new Hono<Env>().get('/', clientAddress({ trustedProxies, log }), (c) => c.text(''))
    const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {}
    for (let request = 0; request < 2; request += 1)
      await app.request('/', { headers }, connectionFrom('127.0.0.1'))
    const warning = `TRUST_PROXY is ${trustedProxies}, and X-Forwarded-For has an entry before ${proxy}: if that is a proxy, all its clients share one limit on logins.`
    expect(warnings, `${trustedProxies}: ${forwarded}`).toEqual(proxy ? [warning] : [])
  }
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
