import { parseBasePath, parseOrigin, SettingError } from '@/lib/domain/deployment.mjs'
import { type MailSettings, parseMail } from './settings/mail'
import { type ProviderSettings, parseProvider } from './settings/provider'
import { parseSiteUrl } from './settings/site-url'

export type Settings = {
  basePath: string
  port: number
  host: string
  /** `file:` and a path, or `postgres://`. */
  databaseUrl: string
  corsOrigins: string[]
  /** How many proxies stand in front. */
  trustedProxies: number
  /** New accounts from one address. */
  registrationsPerHour: number
  /** Where people open the front end, without a slash at its end. */
  siteUrl: string | undefined
  /** Where people's browsers reach this host; undefined: where the front end is. */
  apiOrigin: string | undefined
  mail: MailSettings | undefined
  provider: ProviderSettings | undefined
  /** False under `npm run dev`, where next serves the front end. */
  servesSite: boolean
}

type Environment = Record<string, string | undefined>

/** Throws a SettingError for the first value that cannot be used. */
export function readSettings(env: Environment): Settings {
  return {
    basePath: parseSitePath(env.BASE_PATH),
    port: parsePort(env.PORT),
    host: env.HOST || '127.0.0.1',
    databaseUrl: parseDatabaseUrl(env.DATABASE_URL),
    corsOrigins: parseOrigins(env.CORS_ORIGINS),
    trustedProxies: parseCount('TRUST_PROXY', env.TRUST_PROXY, 0),
    registrationsPerHour: parseCount('REGISTRATIONS_PER_HOUR', env.REGISTRATIONS_PER_HOUR, 100),
    siteUrl: parseSiteUrl(env.SITE_URL),
    apiOrigin: parseOrigin('NEXT_PUBLIC_API_HOST', env.NEXT_PUBLIC_API_HOST) || undefined,
    mail: parseMail(env.SMTP_URL, env.MAIL_FROM),
    provider: parseProvider(env),
    servesSite: env.NODE_ENV !== 'development',
  }
}

function parseSitePath(value?: string): string {
  const basePath = parseBasePath('BASE_PATH', value)
  if (!/^\/api(\/|$)/.test(basePath)) return basePath
  throw new SettingError(`BASE_PATH is '${basePath}', where the API of this host lives: choose another path.`)
}

function parsePort(value = '3000'): number {
  const port = Number(value)
  if (/^\d+$/.test(value) && port <= 65_535) return port
  throw new SettingError(`PORT must be a number from 0 to 65535 (0 takes a free port); it is '${value}'.`)
}

/** What is wrong is not repeated: it may hold a password. */
export function parseDatabaseUrl(value = 'file:./data/notas.db'): string {
  if (/^file:.+$/.test(value)) return value
  if (/^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)) return value
  throw new SettingError(
    'DATABASE_URL must be a file such as file:./data/notas.db, or an address such as postgres://user:password@host/name.',
  )
}

function parseCount(variable: string, value: string | undefined, unset: number): number {
  if (value === undefined) return unset
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new SettingError(`${variable} must be a whole number; it is '${value}'.`)
}

function parseOrigins(value = ''): string[] {
  const origins = value.split(',').map((origin) => origin.trim())
  return origins.filter((origin) => parseOrigin('CORS_ORIGINS', origin) !== '')
}
