import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import ip from 'ipaddr.js'
import type { Log } from './log'

export type Client = {
  address: string
  /** Networks by which the rate limits count: the address, or the /64 of a subscriber and the /48 of a site. */
  networks: [string, ...string[]]
}

const ADDRESS_WITH_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/

/** Warns once if there seems to be a proxy that TRUST_PROXY does not know; one with a public address may be a client. */
export function clientAddress({ trustedProxies, log }: { trustedProxies: number; log: Log }) {
  let hasWarned = false

  return createMiddleware<{ Variables: { client: Client } }>(async (c, next) => {
    const client = clientOf(c, trustedProxies)
    const hasOthersBefore = !hasWarned && forwardedIn(c).length > trustedProxies
    if (hasOthersBefore && (trustedProxies === 0 || isInternal(client.address))) {
      hasWarned = true
      log.warn(
        `TRUST_PROXY is ${trustedProxies}, and X-Forwarded-For has an entry before ${client.address}: if that is a proxy, all its clients share one limit on logins.`,
      )
    }
    c.set('client', client)
    await next()
  })
}

function forwardedIn(c: Context): string[] {
  return c.req.header('X-Forwarded-For')?.split(',') ?? []
}

export function clientOf(c: Context, trustedProxies: number): Client {
  const path = [...forwardedIn(c), getConnInfo(c).remote.address ?? ''].map((address) =>
    address.trim().replace(ADDRESS_WITH_PORT, '$1$2'),
  )
  const trusted = path.slice(-1 - trustedProxies)
  // An entry that is no address was not written by a proxy; entries before it may be forged.
  const start = trusted.findLastIndex((address) => !ip.isValid(address)) + 1
  const address = trusted[start]
  if (address === undefined) return { address: '', networks: [''] }

  const parsed = ip.process(address)
  const networks: Client['networks'] =
    parsed instanceof ip.IPv6 ? [network(parsed, 64), network(parsed, 48)] : [parsed.toString()]
  return { address: parsed.toString(), networks }
}

function isInternal(address: string): boolean {
  return ip.isValid(address) && ['loopback', 'private', 'uniqueLocal'].includes(ip.parse(address).range())
}

export function isOfThisMachine(c: Context): boolean {
  const { address = '' } = getConnInfo(c).remote
  const isForwarded = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'].some((name) => c.req.header(name))
  return !isForwarded && ip.isValid(address) && ip.process(address).range() === 'loopback'
}

function network({ parts }: ip.IPv6, bits: number): string {
  const prefix = parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${bits}`
}

/** Path for the log, as it was sent: a decoded one may steer the terminal of whoever reads it. */
export function sentPath(c: Context): string {
  const { url } = c.req
  return url.slice(url.indexOf('/', url.indexOf('//') + 2)).split('?', 1)[0] ?? ''
}
