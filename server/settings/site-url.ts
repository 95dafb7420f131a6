import { SettingError } from '@/lib/domain/deployment.mjs'

type Settings = { siteUrl: string | undefined; basePath: string; host: string; trustedProxies: number }

const SITE_URL = /^https?:\/\/[^/?#@\\\s]+(\/[A-Za-z0-9._~-]+)*\/?$/

/** Listening there, a host has no address of its own. */
const EVERYWHERE = ['0.0.0.0', '::']

/** Without the slash at its end. */
export function parseSiteUrl(value = ''): string | undefined {
  if (value === '') return undefined
  if (SITE_URL.test(value) && URL.canParse(value)) return new URL(value).href.replace(/\/$/, '')
  throw new SettingError(
    `SITE_URL must be the address of the front end, such as https://notas.example/app; it is '${value}'.`,
  )
}

/**
 * Where people open the front end: unless it is said, where this host listens. Never what a request names as its
 * host, which anybody may write.
 *
 * @param port the one that it listens on
 */
export function siteUrlOf(settings: Settings, port: number): string {
  if (settings.siteUrl !== undefined) return settings.siteUrl
  const isReachable = port > 0 && !EVERYWHERE.includes(settings.host) && settings.trustedProxies === 0
  if (isReachable) return `${ownUrl(settings.host, port)}${settings.basePath}`
  throw new SettingError(
    'SITE_URL must be set, to the address of the front end such as https://notas.example/app: it does not follow from HOST, PORT and TRUST_PROXY here.',
  )
}

export function ownUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
