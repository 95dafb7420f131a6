import { networkInterfaces } from 'node:os'
import { SettingError } from '@/lib/domain/deployment.mjs'

type SiteSettings = { siteUrl: string | undefined; basePath: string; host: string; trustedProxies: number }

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/** Addresses that stand for all interfaces, and so are no destination. */
const UNSPECIFIED = ['0.0.0.0', '::']

/** Never uses the Host header of a request, which a client can forge. */
export function siteUrlOf(settings: SiteSettings, port: number): string {
  if (settings.siteUrl !== undefined) return settings.siteUrl
  const isReachable = port > 0 && !UNSPECIFIED.includes(settings.host) && settings.trustedProxies === 0
  if (isReachable) return `${ownUrl(settings.host, port)}${settings.basePath}`
  throw new SettingError(
    'SITE_URL must be set, to the address of the front end such as https://notas.example/app: it does not follow from HOST, PORT and TRUST_PROXY here.',
  )
}

/** URLs that can be opened: of each address of the machine, if the host listens on all. */
export function reachableUrls(host: string, port: number, interfaces = networkInterfaces()): string[] {
  if (!UNSPECIFIED.includes(host)) return [ownUrl(host, port)]
  const addresses = Object.values(interfaces).flatMap((list = []) => list)
  return (
    addresses
      // Addresses with a scope, such as fe80::1%eth0, are none that a browser opens.
      .filter(({ family, scopeid }) => family === 'IPv4' || (host === '::' && !scopeid))
      .map(({ address }) => ownUrl(address, port))
  )
}

export function ownUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

export function isLoopback({ hostname }: { hostname: string }): boolean {
  return LOOPBACK.test(hostname)
}
