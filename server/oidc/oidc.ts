import type { ProviderSettings } from '../settings/settings'
import { createProvider } from './provider'
import { createStateCookie } from './state-cookie'

export type Oidc = ReturnType<typeof createOidc>

type Options = {
  provider: ProviderSettings
  siteUrl: string
  apiOrigin: string | undefined
  corsOrigins: string[]
}

const MAX_ADDRESS_LENGTH = 1000

export function createOidc({ provider, siteUrl, apiOrigin, corsOrigins }: Options) {
  const siteOrigin = new URL(siteUrl).origin
  const hostOrigin = apiOrigin ?? siteOrigin
  const origins = [siteOrigin, ...corsOrigins]
  return {
    provider: createProvider(provider, `${hostOrigin}/api/auth/oidc/callback`),
    stateCookie: createStateCookie(provider.clientSecret, { isSecure: hostOrigin.startsWith('https:') }),
    home: `${siteUrl}/`,
    returnAddress(address: string): string | undefined {
      if (address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address)) return undefined
      const { protocol, origin, pathname } = new URL(address)
      // The origin of a blob: URL is that of the URL inside it.
      const isPage = /^https?:$/.test(protocol)
      return isPage && origins.includes(origin) ? `${origin}${pathname}` : undefined
    },
  }
}
