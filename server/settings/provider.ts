import { SettingError } from '@/lib/domain/deployment.mjs'
import { text } from './schemas'
import { isLoopback } from './site-url'

export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string; name: string }

export const issuer = text(
  isIssuer,
  'must be an address such as https://accounts.google.com, with http on this machine alone',
)

export function providerSettings({
  issuer,
  clientId,
  clientSecret,
  name,
}: {
  [Key in keyof ProviderSettings]: ProviderSettings[Key] | undefined
} & { name: string }): ProviderSettings | undefined {
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer) throw missing('OIDC_ISSUER')
  if (!clientId) throw missing('OIDC_CLIENT_ID')
  if (!clientSecret) throw missing('OIDC_CLIENT_SECRET')
  return { issuer, clientId, clientSecret, name }
}

function isIssuer(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isPlain = url && !url.username && !url.password && !/[?#\s]/.test(value)
  return Boolean(isPlain && (url.protocol === 'https:' || isPlainLoopback(url)))
}

export function isPlainLoopback(issuer: URL): boolean {
  return issuer.protocol === 'http:' && isLoopback(issuer)
}

function missing(variable: string): SettingError {
  return new SettingError(`${variable} must be set too, where another variable of OIDC_ is.`)
}
