import { isEmail } from '@/lib/domain/credentials'
import { hasDomains } from '../auth/policies'
import { isLoopback } from '../http/site-url'
import type { Settings } from './settings'

export function warningsOf(settings: Settings): string[] {
  const { servesSite, basePath, apiOrigin, provider, corsOrigins, host, mail, registrationPolicy } = settings
  const siteUrl = settings.siteUrl === undefined ? undefined : new URL(settings.siteUrl)
  const isOwnSite = servesSite && siteUrl && !corsOrigins.includes(siteUrl.origin)
  const domains = hasDomains(registrationPolicy) ? registrationPolicy.domains : []
  const withoutEmails = domains.filter((domain) => !isEmail(`a@${domain}`))
  const warnings = [
    !isLoopback({ hostname: host }) &&
      siteUrl?.protocol !== 'https:' &&
      'Others can reach HOST, and SITE_URL is not https: passwords and notes may travel unencrypted.',
    isOwnSite &&
      siteUrl.pathname.replace(/\/$/, '') !== basePath &&
      `SITE_URL is '${settings.siteUrl}', and BASE_PATH '${basePath}': links lead to a path that this host does not serve.`,
    withoutEmails.length > 0 &&
      `REGISTRATION names ${withoutEmails.join(', ')}, where no email can register: its ending must have 2 to 6 letters.`,
    mail &&
      !siteUrl &&
      isLoopback({ hostname: host }) &&
      'Mails are sent, and SITE_URL is not set: their links lead to this machine alone.',
    servesSite &&
      apiOrigin &&
      !provider &&
      'NEXT_PUBLIC_API_HOST is read by the build, and here with OIDC alone: `node notas rebase` moves a finished front end.',
  ]
  return warnings.filter((warning): warning is string => Boolean(warning))
}
