import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'
import ip from 'ipaddr.js'
import type { Env } from '../context'

/** Some proxies write the port of the client too. */
const ADDRESS_AND_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/

/** Tells the route where a request comes from, behind so many proxies: the limits count by it. */
export function clientAddress(trustedProxies: number) {
  return createMiddleware<Env>(async (c, next) => {
    const forwarded = c.req.header('X-Forwarded-For')?.split(',') ?? []
    const path = [...forwarded, getConnInfo(c).remote.address ?? ''].map((address) =>
      address.trim().replace(ADDRESS_AND_PORT, '$1$2'),
    )
    const believed = path.slice(-1 - trustedProxies)
    // What is no address was not written by a proxy, and what stands before it may be anyone's.
    const start = believed.findLastIndex((address) => !ip.isValid(address)) + 1
    c.set('address', subscriberOf(believed[start]))
    await next()
  })
}

/** The address, or for IPv6 the network of 2 ** 64 addresses that one subscriber has. */
function subscriberOf(address: string | undefined): string {
  if (address === undefined) return ''
  const parsed = ip.process(address)
  return parsed instanceof ip.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
