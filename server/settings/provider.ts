import { SettingError } from '@/lib/domain/deployment.mjs'

export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string; name: string }

type Environment = Record<string, string | undefined>

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Undefined where none is set up. */
export function parseProvider(env: Environment): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer) throw missing('OIDC_ISSUER')
  if (!clientId) throw missing('OIDC_CLIENT_ID')
  if (!clientSecret) throw missing('OIDC_CLIENT_SECRET')
  return { issuer: parseIssuer(issuer), clientId, clientSecret, name: env.OIDC_NAME?.trim() || 'Google' }
}

/** Whether it may do without TLS, as nothing of it leaves this machine. */
export function isLoopback(issuer: URL): boolean {
  return issuer.protocol === 'http:' && LOOPBACK.test(issuer.hostname)
}

function missing(variable: string): SettingError {
  return new SettingError(`${variable} must be set too, where another variable of OIDC_ is.`)
}

function parseIssuer(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isPlain = url && !url.username && !url.password && !/[?#\s]/.test(value)
  if (isPlain && (url.protocol === 'https:' || isLoopback(url))) return value
  throw new SettingError(
    `OIDC_ISSUER must be an address such as https://accounts.google.com, with http on this machine alone; it is '${value}'.`,
  )
}
