import { existsSync, readFileSync } from 'node:fs'
import { reasonOf, SettingError } from '@/lib/domain/deployment.mjs'
import { hasDomains } from '../auth/policies'
import { refuseMisspelt } from './near-names'
import { VARIABLES, type Value, type Variable, type VariableName } from './variables'

export type Settings = ReturnType<typeof readSettings>
export type MailSettings = NonNullable<Settings['mail']>
export type ProviderSettings = NonNullable<Settings['provider']>

type Environment = Record<string, string | undefined>

const NAMES = Object.entries<Variable>(VARIABLES).flatMap(([name, { isSecret }]) =>
  isSecret ? [name, `${name}_FILE`] : [name],
)

/** Adds the variables of `.env` in the current folder to the environment, which wins. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  if (!process.loadEnvFile)
    throw new SettingError('.env is read from Node 20.12 on: take a newer one, or node --env-file=.env.')
  process.loadEnvFile('.env')
}

/** Throws a SettingError for the first variable that cannot be used. */
export function readSettings(env: Environment) {
  refuseMisspelt(env, NAMES)
  const read = <Name extends VariableName>(name: Name) => readSetting(name, env)
  const provider = readProvider(env)
  if (!read('PASSWORDS') && !provider) throw missing('OIDC_ISSUER', 'PASSWORDS is off')
  const mail = readMail(env)
  if (hasDomains(read('REGISTRATION')) && read('PASSWORDS') && !mail)
    throw new SettingError(
      'REGISTRATION names domains, whose addresses are proved by a mail: set SMTP_URL and MAIL_FROM too, or REGISTRATION=closed and make accounts with the command create-user.',
    )
  if (read('PORT') !== 0 && read('METRICS_PORT') === read('PORT'))
    throw new SettingError(
      `METRICS_PORT and PORT are both ${read('PORT')}: metrics need a port of their own.`,
    )
  return {
    basePath: read('BASE_PATH'),
    port: read('PORT'),
    host: read('HOST'),
    databaseUrl: read('DATABASE_URL'),
    networkDisk: read('NETWORK_DISK'),
    isMigrationCopied: read('MIGRATION_COPY'),
    corsOrigins: read('CORS_ORIGINS') ?? [],
    trustedProxies: read('TRUST_PROXY'),
    keepAliveSeconds: read('KEEP_ALIVE_SECONDS'),
    registrationsPerHour: read('REGISTRATIONS_PER_HOUR'),
    registrationPolicy: read('REGISTRATION'),
    passwordPolicy: read('PASSWORD_POLICY'),
    quota: readQuota(env),
    trashDays: read('TRASH_DAYS'),
    versionsPerNote: read('VERSIONS_PER_NOTE'),
    minFreeDisk: read('MIN_FREE_DISK'),
    metricsPort: read('METRICS_PORT'),
    securityContact: read('SECURITY_CONTACT'),
    siteUrl: read('SITE_URL'),
    apiOrigin: read('NEXT_PUBLIC_API_HOST'),
    mail,
    provider,
    onlyProvider: read('PASSWORDS') ? undefined : provider?.name,
    servesSite: env.NODE_ENV !== 'development',
  }
}

export function readQuota(env: Environment) {
  return { notes: readSetting('NOTES_PER_USER', env), bytes: readSetting('BYTES_PER_USER', env) }
}

function readMail(env: Environment) {
  const smtpUrl = readSetting('SMTP_URL', env)
  const from = readSetting('MAIL_FROM', env)
  if (!smtpUrl && !from) return undefined
  if (!smtpUrl) throw missing('SMTP_URL', 'MAIL_FROM is')
  if (!from) throw missing('MAIL_FROM', 'SMTP_URL is')
  return { smtpUrl, from }
}

function readProvider(env: Environment) {
  const issuer = readSetting('OIDC_ISSUER', env)
  const clientId = readSetting('OIDC_CLIENT_ID', env)
  const clientSecret = readSetting('OIDC_CLIENT_SECRET', env)
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer) throw missing('OIDC_ISSUER', 'another variable of OIDC_ is')
  if (!clientId) throw missing('OIDC_CLIENT_ID', 'another variable of OIDC_ is')
  if (!clientSecret) throw missing('OIDC_CLIENT_SECRET', 'another variable of OIDC_ is')
  return { issuer, clientId, clientSecret, name: readSetting('OIDC_NAME', env) }
}

function missing(variable: string, reason: string): SettingError {
  return new SettingError(`${variable} must be set too, where ${reason}.`)
}

export function readSetting<Name extends VariableName>(name: Name, env: Environment): Value<Name> {
  const variable: Variable = VARIABLES[name]
  const given = variable.allowsEmpty ? env[name] : env[name] || undefined
  const value = given ?? (variable.isSecret ? readSecretFile(name, env) : undefined) ?? variable.default
  if (value === undefined) return undefined as Value<Name>

  const { data, error } = variable.schema.safeParse(value)
  if (!error) return data as Value<Name>
  const shown = variable.isSecret ? '' : `; it is '${value}'`
  throw new SettingError(`${name} ${error.issues[0]?.message}${shown}.`)
}

function readSecretFile(name: string, env: Environment): string | undefined {
  const file = env[`${name}_FILE`]
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined
  } catch (cause) {
    throw new SettingError(`${name}_FILE is '${file}', which cannot be read: ${reasonOf(cause)}.`, { cause })
  }
}
