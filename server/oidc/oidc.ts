import type { ProviderSettings } from '../settings/provider'
import { createProvider, type Provider } from './provider'
import { createPendingSignIns, type PendingSignIns } from './state-cookie'

/** What signing in with an account elsewhere needs. */
export type SignIn = {
  provider: Provider
  pending: PendingSignIns
  /** Where a browser is sent of which nothing else is known. */
  home: string
  /** That address of a front end without query and fragment; undefined where it is none that may be returned to. */
  returnAddress: (address: string) => string | undefined
}

type Options = {
  provider: ProviderSettings
  siteUrl: string
  /** Of this host, where it is not the front end's. */
  apiOrigin: string | undefined
  corsOrigins: string[]
}

/** An address that fits a cookie with all the rest. */
const MAX_LENGTH = 1000

export function createOidc({ provider, siteUrl, apiOrigin, corsOrigins }: Options): SignIn {
  const siteOrigin = new URL(siteUrl).origin
  const own = apiOrigin ?? siteOrigin
  const origins = [siteOrigin, ...corsOrigins]
  return {
    provider: createProvider(provider, `${own}/api/auth/oidc/callback`),
    pending: createPendingSignIns(provider.clientSecret, { isSecure: own.startsWith('https:') }),
    home: `${siteUrl}/`,
    returnAddress(address) {
      if (address.length > MAX_LENGTH || !URL.canParse(address)) return undefined
      const { protocol, origin, pathname } = new URL(address)
      // A blob: has the origin of another address, and all of that address as its path.
      const isPage = /^https?:$/.test(protocol)
      return isPage && origins.includes(origin) ? `${origin}${pathname}` : undefined
    },
  }
}
