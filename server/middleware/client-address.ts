import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'
import ip from 'ipaddr.js'
import type { Env } from '../context'

const ADDRESS_WITH_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/

/** Sets `address`, by which the rate limits count. */
export function clientAddress(trustedProxies: number) {
  return createMiddleware<Env>(async (c, next) => {
    const forwarded = c.req.header('X-Forwarded-For')?.split(',') ?? []
    const path = [...forwarded, getConnInfo(c).remote.address ?? ''].map((address) =>
      address.trim().replace(ADDRESS_WITH_PORT, '$1$2'),
    )
    const trusted = path.slice(-1 - trustedProxies)
    // An entry that is no address was not written by a proxy; entries before it may be forged.
    const start = trusted.findLastIndex((address) => !ip.isValid(address)) + 1
    c.set('address', subscriberOf(trusted[start]))
    await next()
  })
}

/** Returns an IPv6 address as its /64 network, which one subscriber has. */
function subscriberOf(address: string | undefined): string {
  if (address === undefined) return ''
  const parsed = ip.process(address)
  return parsed instanceof ip.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
