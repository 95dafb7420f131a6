import { z } from 'zod'
import { parseOrigin } from '@/lib/domain/deployment.mjs'
import * as schemas from './schemas'

export type Variable = {
  default?: string
  defaultDoc?: string
  /** Lets `NAME_FILE` name a file that holds the value, which no message repeats. */
  isSecret?: boolean
  allowsEmpty?: boolean
  doc: string
  /** A message follows the variable's name in a sentence, and the value follows the message. */
  schema: z.ZodType<unknown, string>
}

export type VariableName = keyof typeof VARIABLES

export type Value<Name extends VariableName> =
  | z.output<(typeof VARIABLES)[Name]['schema']>
  | ((typeof VARIABLES)[Name] extends { default: string } ? never : undefined)

const isPostgres = (value: string) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)

export const VARIABLES = {
  BASE_PATH: {
    default: '/app',
    allowsEmpty: true,
    doc: 'path of the front end; when it is served, a finished build moves there; empty: the root',
    schema: schemas.basePath,
  },
  NEXT_PUBLIC_API_HOST: {
    doc: 'at build time: origin of the API host, such as `https://api.example.com`; empty: that of the front end. With OIDC the host needs it too',
    schema: z.string().transform((value) => parseOrigin('NEXT_PUBLIC_API_HOST', value)),
  },
  PORT: {
    default: '3000',
    doc: 'port on which the host listens; `0`: any free port',
    schema: schemas.port,
  },
  HOST: {
    default: '127.0.0.1',
    doc: 'address on which the host listens; `0.0.0.0`: every address of the machine',
    schema: z.string(),
  },
  DATABASE_URL: {
    isSecret: true,
    default: 'file:./data/notas.db',
    doc: 'SQLite file, or PostgreSQL as `postgres://user:password@host/name`',
    schema: schemas.text(
      (value) => /^file:.+$/.test(value) || isPostgres(value),
      'must be a file such as file:./data/notas.db, or an address such as postgres://user:password@host/name',
    ),
  },
  VERIFY_DATABASE_URL: {
    isSecret: true,
    defaultDoc: '`DATABASE_URL`',
    doc: 'PostgreSQL beside which `admin verify-backup` restores a dump, with the rights of this role: one that owns nothing else, and no superuser',
    schema: schemas.text(isPostgres, 'must be an address such as postgres://user:password@host/name'),
  },
  NETWORK_DISK: {
    default: 'off',
    doc: 'whether a new SQLite database may be on NFS, SMB or 9p, where it can lose data: `on` or `off`',
    schema: schemas.onOrOff,
  },
  MIGRATION_COPY: {
    default: 'on',
    doc: 'copies SQLite to `FILE.before-migration` before a migration: `on` or `off`',
    schema: schemas.onOrOff,
  },
  CORS_ORIGINS: {
    doc: 'comma-separated origins of front ends elsewhere that may call the API',
    schema: z.string().transform((value) =>
      value
        .split(',')
        .map((origin) => parseOrigin('CORS_ORIGINS', origin.trim()))
        .filter((origin) => origin !== ''),
    ),
  },
  TRUST_PROXY: {
    default: '0',
    doc: 'number of proxies in front of the host: that many entries of `X-Forwarded-For`, from its end, are trusted',
    schema: schemas.wholeNumber,
  },
  KEEP_ALIVE_SECONDS: {
    default: '75',
    doc: 'seconds for which the host keeps an idle connection: more than the proxy in front of it',
    schema: schemas.seconds,
  },
  REGISTRATIONS_PER_HOUR: {
    default: '100',
    doc: 'limit on new accounts from one client address',
    schema: schemas.wholeNumber,
  },
  REGISTRATION: {
    default: 'open',
    doc: 'who may register, also with OIDC: `open`, `closed`, or the comma-separated domains of emails that may, once a mailed link has proved the address: needs `SMTP_URL`',
    schema: schemas.registration,
  },
  PASSWORDS: {
    default: 'on',
    doc: '`off`: users log in with the OIDC provider alone',
    schema: schemas.onOrOff,
  },
  PASSWORD_POLICY: {
    default: 'basic',
    doc: 'for new passwords; `basic`: 6 characters; `strong`: 8, and neither one of the 10,000 commonest nor the email',
    schema: z.enum(['basic', 'strong'], 'must be basic or strong'),
  },
  NOTES_PER_USER: {
    default: '100000',
    doc: 'quota of one account, in notes',
    schema: schemas.wholeNumber,
  },
  BYTES_PER_USER: {
    default: '67108864',
    doc: 'quota of one account, in bytes: of titles and contents in UTF-8, and 300 for each note, also in the trash, and earlier text',
    schema: schemas.wholeNumber,
  },
  TRASH_DAYS: {
    default: '30',
    doc: 'days for which a deleted note can be restored; `0`: not at all',
    schema: schemas.wholeNumber,
  },
  VERSIONS_PER_NOTE: {
    default: '20',
    doc: 'earlier texts of a note that are kept, at most one an hour; `0`: none',
    schema: schemas.wholeNumber,
  },
  MIN_FREE_DISK: {
    defaultDoc: 'the smaller of 1 GiB and 5 % of the disk',
    doc: 'bytes of free disk below which accounts younger than a day cannot store more, and below half of it nobody; with SQLite alone',
    schema: schemas.upToDigits(15),
  },
  METRICS_PORT: {
    doc: 'port on `HOST` for [metrics](#metrics), which whoever reaches it can read; `0`: any free port',
    schema: schemas.port,
  },
  SECURITY_CONTACT: {
    doc: 'address for reports of vulnerabilities, `mailto:` or `https:`; with it `/.well-known/security.txt` is served',
    schema: schemas.text(
      (value) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/.test(value) && URL.canParse(value),
      'must be an address such as mailto:security@example.com or https://example.com/security',
    ),
  },
  SITE_URL: {
    defaultDoc: 'where the host listens',
    doc: 'address of the front end, such as `https://notas.example/app`: reset links and OIDC logins lead there',
    schema: schemas.siteUrl,
  },
  SMTP_URL: {
    isSecret: true,
    doc: 'mail server, such as `smtps://user:password@smtp.example.com`; empty: no mail is sent',
    schema: schemas.smtpUrl,
  },
  MAIL_FROM: {
    doc: 'sender of mail, such as `Notas <notas@example.com>`; required with `SMTP_URL`',
    schema: schemas.sender,
  },
  OIDC_ISSUER: {
    doc: 'OpenID provider, such as `https://accounts.google.com`; `http` only on this machine',
    schema: schemas.issuer,
  },
  OIDC_CLIENT_ID: { doc: 'client id of Notas at the provider', schema: z.string() },
  OIDC_CLIENT_SECRET: {
    isSecret: true,
    doc: 'client secret of Notas at the provider',
    schema: z.string(),
  },
  OIDC_NAME: {
    default: 'Google',
    doc: 'name of the provider',
    schema: z.string().transform((value) => value.trim() || 'Google'),
  },
} satisfies Record<string, Variable>
