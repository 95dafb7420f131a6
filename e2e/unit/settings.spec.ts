import { cpSync, rmSync, writeFileSync } from 'node:fs'
import type { NetworkInterfaceInfo } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { serveStaticSite } from '@/server/fairness/static-site'
import { ownUrl, reachableUrls, siteUrlOf } from '@/server/http/site-url'
import { refuseMisspelt } from '@/server/settings/near-names'
import { checkDisk } from '@/server/settings/network-disk'
import { readSettings } from '@/server/settings/settings'
import { warningsOf } from '@/server/settings/warnings'
import { test } from '../support/folder'

type Environment = Record<string, string>

const DEFAULTS = {
  basePath: '/app',
  port: 3000,
  host: '127.0.0.1',
  databaseUrl: 'file:./data/notas.db',
  networkDisk: false,
  isMigrationCopied: true,
  corsOrigins: [],
  trustedProxies: 0,
  keepAliveSeconds: 75,
  registrationsPerHour: 100,
  registrationPolicy: 'open',
  passwordPolicy: 'basic',
  quota: { notes: 100_000, bytes: 64 * 1024 * 1024 },
  trashDays: 30,
  versionsPerNote: 20,
  securityContact: undefined,
  siteUrl: undefined,
  apiOrigin: undefined,
  mail: undefined,
  provider: undefined,
  servesSite: true,
}

const ISSUER = 'https://accounts.example'
const PROVIDER = { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'notas', OIDC_CLIENT_SECRET: 'secreto del cliente' }
const MAIL = { SMTP_URL: 'smtp://carmen:secreto@127.0.0.1', MAIL_FROM: 'notas@correo.es' }

const INVALID: Record<string, string[]> = {
  BASE_PATH: ['app', '/api'],
  PORT: ['http', '-1', '65536', '3000.5', ' 3000', '0x10', '1e3'],
  METRICS_PORT: ['65536'],
  CORS_ORIGINS: ['*', 'https://a.example https://b.example'],
  REGISTRATION: ['nobody', 'open,example.com', 'carmen@example.com'],
  PASSWORDS: ['no'],
  PASSWORD_POLICY: ['weak'],
  NETWORK_DISK: ['yes'],
  KEEP_ALIVE_SECONDS: ['0', '100000', '-1', '1.5', ' 1', 'long'],
  SECURITY_CONTACT: ['security@example.com', 'http://example.com/security', 'https://example.com/a b'],
  SITE_URL: [
    'notas.example',
    'https://notas.example/?a=1',
    'https://notas.example/#a',
    'https://carmen:clave@notas.example',
    'https://notas.example//app',
    'https://notas.example/mis notas',
    'https://notas.example/"><b>',
    'https://notas.example:port',
    'ftp://notas.example',
    'javascript:alert(1)',
    '/app',
  ],
  NEXT_PUBLIC_API_HOST: ['https://api.example/api'],
}

test('a setting is rejected with one sentence that names the variable', () => {
  for (const [variable, values] of Object.entries(INVALID)) {
    for (const value of values) {
      const sentence = rejectionOf({ [variable]: value })
      expect(sentence).toMatch(new RegExp(`^${variable} .+\\.$`))
      expect(sentence).toContain(`'${value}'`)
    }
  }
  for (const variable of ['TRUST_PROXY', 'REGISTRATIONS_PER_HOUR', 'NOTES_PER_USER', 'BYTES_PER_USER']) {
    for (const value of ['-1', '1.5', 'many', 'true', ' 1', '0x1', '1000000000']) {
      const sentence = `${variable} must be a whole number; it is '${value}'.`
      expect(rejectionOf({ [variable]: value })).toBe(sentence)
    }
  }
  // That of a database does not repeat the value, which may hold a password.
  const url = 'mysql://carmen:secreto@localhost/notas'
  for (const value of ['file:', 'notas.db', url, 'postgres://', 'postgres']) {
    expect(rejectionOf({ DATABASE_URL: value })).toBe(
      'DATABASE_URL must be a file such as file:./data/notas.db, or an address such as postgres://user:password@host/name.',
    )
  }
})

const MISSPELT: [name: string, meant: string | undefined][] = [
  ['REGISTRATON', 'REGISTRATION'],
  ['REGISTRATIONS', 'REGISTRATION'],
  ['REGISTRACION', 'REGISTRATION'],
  ['TRUST_PROXIES', undefined],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['BASEPATH', 'BASE_PATH'],
  ['SITE_URI', 'SITE_URL'],
  ['SITEURL', undefined],
  ['HOSTNAME', undefined],
  ['VITE_URL', undefined],
  ['AMQP_URL_FILE', undefined],
  ['DATABASE_URL_FLIE', 'DATABASE_URL_FILE'],
  ['SMTP_URL_FILE', undefined],
]

test('a name one or two letters away from that of a setting is refused, and no other', () => {
  for (const [name, meant] of MISSPELT) {
    if (meant) expect(rejectionOf({ [name]: 'x' })).toBe(`${name} is no setting: did you mean ${meant}?`)
    else
      expect(() =>
        refuseMisspelt({ [name]: 'x' }, ['SITE_URL', 'SMTP_URL_FILE', 'TRUST_PROXY']),
      ).not.toThrow()
    expect(() => readSettings({ [name]: '' })).not.toThrow()
  }
})

const SITE_WARNING =
  /^SITE_URL is '.+', and BASE_PATH '.*': links lead to a path that this host does not serve\.$/
const API_WARNING = /^NEXT_PUBLIC_API_HOST is read by the build, .+\.$/
const PLAIN_WARNING = /^Others can reach HOST, and SITE_URL is not https: .+\.$/

const DOMAIN_WARNING =
  /^REGISTRATION names acme\.company, where no email can register: its ending must have 2 to 6 letters\.$/
const MAIL_WARNING = /^Mails are sent, and SITE_URL is not set: .+\.$/

const DOUBTFUL: [env: Environment, warnings: RegExp[]][] = [
  [{}, []],
  [{ HOST: '0.0.0.0' }, [PLAIN_WARNING]],
  [{ ...MAIL, SITE_URL: 'https://notas.example/app' }, []],
  [{ ...MAIL }, [MAIL_WARNING]],
  [
    { ...MAIL, SITE_URL: 'https://notas.example/app', REGISTRATION: 'acme.es,acme.company' },
    [DOMAIN_WARNING],
  ],
  [{ HOST: '0.0.0.0', SITE_URL: 'https://notas.example/app' }, []],
  [{ SITE_URL: 'https://notas.example/app/' }, []],
  [{ SITE_URL: 'https://notas.example' }, [SITE_WARNING]],
  [{ SITE_URL: 'https://notas.example/app', BASE_PATH: '' }, [SITE_WARNING]],
  [{ SITE_URL: 'https://notas.example', BASE_PATH: '' }, []],
  [{ SITE_URL: 'https://a.example', CORS_ORIGINS: 'https://a.example' }, []],
  [{ SITE_URL: 'https://a.example', NODE_ENV: 'development' }, []],
  [{ NEXT_PUBLIC_API_HOST: 'https://api.example' }, [API_WARNING]],
  [{ NEXT_PUBLIC_API_HOST: 'https://api.example', ...PROVIDER }, []],
  [{ NEXT_PUBLIC_API_HOST: 'https://api.example', NODE_ENV: 'development' }, []],
]

test('settings that can be used, and may not do what is meant, are warned of', () => {
  for (const [env, warnings] of DOUBTFUL)
    expect(warningsOf(readSettings(env)), JSON.stringify(env)).toEqual(
      warnings.map((warning) => expect.stringMatching(warning)),
    )
})

test('a host on all addresses can be opened at each of the machine, and none is 0.0.0.0', () => {
  const address = (family: 'IPv4' | 'IPv6', address: string, scopeid = 0) =>
    ({ family, address, scopeid, internal: false, netmask: '', mac: '', cidr: null }) as NetworkInterfaceInfo
  const interfaces = {
    lo: [address('IPv4', '127.0.0.1'), address('IPv6', '::1')],
    eth0: [address('IPv4', '192.168.1.20'), address('IPv6', '2001:db8::1'), address('IPv6', 'fe80::1', 2)],
  }
  const urls = (host: string) => reachableUrls(host, 3000, interfaces)
  expect(urls('0.0.0.0')).toEqual(['http://127.0.0.1:3000', 'http://192.168.1.20:3000'])
  expect(urls('::')).toEqual([
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://192.168.1.20:3000',
    'http://[2001:db8::1]:3000',
  ])
  expect(urls('127.0.0.1')).toEqual(['http://127.0.0.1:3000'])
})

const INVALID_MAIL: [env: Environment, sentence: string][] = [
  [{ MAIL_FROM: '' }, 'MAIL_FROM must be set too, where SMTP_URL is.'],
  [{ SMTP_URL: '' }, 'SMTP_URL must be set too, where MAIL_FROM is.'],
  ...['correo.es', 'http://carmen:secreto@correo.es', 'smtp://', 'smtp://carmen:secreto@:port'].map(
    (url): [Environment, string] => [
      { SMTP_URL: url },
      'SMTP_URL must be an address such as smtp://user:password@host:587, or smtps://user:password@host.',
    ],
  ),
  ...['notas', 'Notas', 'Notas <notas>', 'Notas <notas@correo.es', 'a@correo.es, b@correo.es', '<@>'].map(
    (from): [Environment, string] => [
      { MAIL_FROM: from },
      `MAIL_FROM must be an email such as notas@example.com, or Notas <notas@example.com>; it is '${from}'.`,
    ],
  ),
]

test('mail is rejected with a sentence that repeats no password', () => {
  for (const [env, sentence] of INVALID_MAIL) expect(rejectionOf({ ...MAIL, ...env })).toBe(sentence)
})

const INVALID_PROVIDERS: [env: Environment, sentence: string][] = [
  [{ OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }, missingSetting('OIDC_CLIENT_ID')],
  [{ OIDC_CLIENT_SECRET: '' }, missingSetting('OIDC_CLIENT_SECRET')],
  [{ OIDC_ISSUER: '' }, missingSetting('OIDC_ISSUER')],
  ...[
    'accounts.example',
    'http://accounts.example',
    'http://127.0.0.1.evil.example',
    'https://a:secreto@accounts.example',
    `${ISSUER}/?a=1`,
    `${ISSUER}/#a`,
    'ftp://127.0.0.1',
  ].map((issuer): [Environment, string] => [
    { OIDC_ISSUER: issuer },
    `OIDC_ISSUER must be an address such as https://accounts.google.com, with http on this machine alone; it is '${issuer}'.`,
  ]),
]

test('a provider is rejected with one sentence', () => {
  for (const [env, sentence] of INVALID_PROVIDERS) expect(rejectionOf({ ...PROVIDER, ...env })).toBe(sentence)
  expect(rejectionOf({ REGISTRATION: 'correo.es' })).toBe(
    'REGISTRATION names domains, whose addresses are proved by a mail: set SMTP_URL and MAIL_FROM too, or REGISTRATION=closed and make accounts with the command create-user.',
  )
  expect(rejectionOf({ PORT: '4420', METRICS_PORT: '4420' })).toBe(
    'METRICS_PORT and PORT are both 4420: metrics need a port of their own.',
  )
  expect(rejectionOf({ PASSWORDS: 'off' })).toBe('OIDC_ISSUER must be set too, where PASSWORDS is off.')
})

const VALID: [env: Environment, settings: object][] = [
  [{}, {}],
  [{ BASE_PATH: '' }, { basePath: '' }],
  [{ BASE_PATH: '/a/b' }, { basePath: '/a/b' }],
  [{ BASE_PATH: '/apis' }, { basePath: '/apis' }],
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ PORT: '', HOST: '', DATABASE_URL: '', TRUST_PROXY: '', REGISTRATIONS_PER_HOUR: '', OIDC_NAME: '' }, {}],
  [{ HOST: 'localhost' }, { host: 'localhost' }],
  [{ NODE_ENV: 'production' }, {}],
  [{ NODE_ENV: 'development' }, { servesSite: false }],
  [{ DATABASE_URL: 'file:notas.db' }, { databaseUrl: 'file:notas.db' }],
  [{ DATABASE_URL: 'postgresql://carmen@host/notas' }, { databaseUrl: 'postgresql://carmen@host/notas' }],
  [
    { CORS_ORIGINS: 'https://a.example, http://localhost:3000,' },
    { corsOrigins: ['https://a.example', 'http://localhost:3000'] },
  ],
  [{ REGISTRATION: 'closed' }, { registrationPolicy: 'closed' }],
  [
    { REGISTRATION: 'Example.com, correo.es', ...MAIL },
    {
      registrationPolicy: { domains: ['example.com', 'correo.es'] },
      mail: { smtpUrl: MAIL.SMTP_URL, from: { name: '', address: MAIL.MAIL_FROM } },
    },
  ],
  [{ PASSWORD_POLICY: 'strong' }, { passwordPolicy: 'strong' }],
  [{ NOTES_PER_USER: '5', BYTES_PER_USER: '0' }, { quota: { notes: 5, bytes: 0 } }],
  [{ METRICS_PORT: '9090' }, { metricsPort: 9090 }],
  [{ METRICS_PORT: '' }, { metricsPort: undefined }],
  [{ NETWORK_DISK: 'on' }, { networkDisk: true }],
  [{ TRASH_DAYS: '0' }, { trashDays: 0 }],
  [{ KEEP_ALIVE_SECONDS: '99999' }, { keepAliveSeconds: 99_999 }],
  [{ VERSIONS_PER_NOTE: '0' }, { versionsPerNote: 0 }],
  [{ SECURITY_CONTACT: 'mailto:a@example.com' }, { securityContact: 'mailto:a@example.com' }],
  [{ NEXT_PUBLIC_API_HOST: 'https://api.example' }, { apiOrigin: 'https://api.example' }],
  [
    { CORS_ORIGINS: '', SITE_URL: '', SMTP_URL: '', MAIL_FROM: '', OIDC_NAME: '', NEXT_PUBLIC_API_HOST: '' },
    { siteUrl: undefined, mail: undefined, provider: undefined, apiOrigin: undefined },
  ],
  [{ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }, {}],
  [
    PROVIDER,
    {
      provider: { issuer: ISSUER, clientId: 'notas', clientSecret: 'secreto del cliente', name: 'Google' },
    },
  ],
  [
    { ...PROVIDER, OIDC_ISSUER: 'http://[::1]:4444/a', OIDC_NAME: 'Yo' },
    { provider: expect.objectContaining({ issuer: 'http://[::1]:4444/a', name: 'Yo' }) },
  ],
  [
    { ...PROVIDER, PASSWORDS: 'off', OIDC_NAME: 'Yo' },
    { provider: expect.objectContaining({ name: 'Yo' }), onlyProvider: 'Yo' },
  ],
  [{ SITE_URL: 'https://notas.example' }, { siteUrl: 'https://notas.example' }],
  [{ SITE_URL: 'http://localhost:3000/a/b/' }, { siteUrl: 'http://localhost:3000/a/b' }],
  [{ SITE_URL: 'http://n/' }, { siteUrl: 'http://n' }],
  [
    { SMTP_URL: 'smtps://127.0.0.1', MAIL_FROM: 'Notas <notas@correo.es>' },
    { mail: { smtpUrl: 'smtps://127.0.0.1', from: { name: 'Notas', address: 'notas@correo.es' } } },
  ],
  [
    { ...MAIL, MAIL_FROM: '"Notas, S.A." <n@x.es>' },
    { mail: { smtpUrl: MAIL.SMTP_URL, from: { name: 'Notas, S.A.', address: 'n@x.es' } } },
  ],
  [
    { SMTP_URL: 'smtp://[::1]:25?pool=true', MAIL_FROM: 'n@localhost' },
    { mail: { smtpUrl: 'smtp://[::1]:25?pool=true', from: { name: '', address: 'n@localhost' } } },
  ],
  [
    { TRUST_PROXY: '0', REGISTRATIONS_PER_HOUR: '0' },
    { trustedProxies: 0, registrationsPerHour: 0 },
  ],
  [
    { TRUST_PROXY: '2', REGISTRATIONS_PER_HOUR: '999999999' },
    { trustedProxies: 2, registrationsPerHour: 999_999_999 },
  ],
]

test('valid settings replace the defaults', () => {
  for (const [env, settings] of VALID)
    expect(readSettings(env), JSON.stringify(env)).toEqual({ ...DEFAULTS, ...settings })
})

test('a secret can be in a file, whose last line end does not belong to it', ({ folder }) => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  expect(
    readSettings({
      ...PROVIDER,
      OIDC_CLIENT_SECRET: '',
      OIDC_CLIENT_SECRET_FILE: file('oidc', 'secreto \n'),
      DATABASE_URL_FILE: file('database', 'postgres://carmen:clave@host/notas\r\n'),
      SMTP_URL_FILE: file('smtp', 'smtps://correo.es'),
      MAIL_FROM: 'notas@correo.es',
    }),
  ).toMatchObject({
    databaseUrl: 'postgres://carmen:clave@host/notas',
    provider: { clientSecret: 'secreto ' },
    mail: { smtpUrl: 'smtps://correo.es' },
  })
  const given = { DATABASE_URL: 'file:a.db', DATABASE_URL_FILE: file('other', 'file:b.db') }
  expect(readSettings(given).databaseUrl).toBe('file:a.db')
  expect(readSettings({ PORT_FILE: file('port', '4000') }).port).toBe(3000)
  expect(rejectionOf({ DATABASE_URL_FILE: file('wrong', 'clave secreta') })).toBe(
    rejectionOf({ DATABASE_URL: 'clave secreta' }),
  )
  expect(rejectionOf({ SMTP_URL_FILE: join(folder, 'nada') })).toMatch(
    /^SMTP_URL_FILE is '.+nada', which cannot be read: .+\.$/,
  )
})

/** Disks by their type of statfs(2). */
const DISKS: [type: number, networkDisk: string | undefined][] = [
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0xef53, undefined],
  [0x1a, undefined],
]

test('a new SQLite database on a network disk is refused, and one that is there is warned of', ({
  folder,
}) => {
  writeFileSync(join(folder, 'old.db'), '')
  const [old, fresh] = [`file:${folder}/old.db`, `file:${folder}/a/b/new.db`]
  for (const [type, disk] of DISKS) {
    const warnings: string[] = []
    const check = (databaseUrl: string, networkDisk = false) =>
      checkDisk({ databaseUrl, networkDisk }, { warn: (message) => warnings.push(message) }, (path) => {
        expect(path).toBe(databaseUrl === old ? `${folder}/old.db` : folder)
        return type
      })
    for (const url of [old, fresh]) check(url, true)
    check('postgres://carmen@host/notas')
    expect(warnings).toEqual([])

    check(old)
    const danger = (url: string) => `DATABASE_URL is '${url}' on ${disk}, where SQLite can lose data`
    expect(warnings).toEqual(
      disk ? [`${danger(old)}: move it to a disk of this machine, or use PostgreSQL.`] : [],
    )
    if (disk)
      expect(sentenceOf(() => check(fresh))).toBe(
        `${danger(fresh)}: use a disk of this machine, PostgreSQL, or NETWORK_DISK=on.`,
      )
    else check(fresh)
  }
})

const SITE_URLS: [env: Environment, siteUrl: string | undefined][] = [
  [{}, 'http://127.0.0.1:3000/app'],
  [{ PORT: '4321' }, 'http://127.0.0.1:4321/app'],
  [{ HOST: '::1', BASE_PATH: '' }, 'http://[::1]:3000'],
  [{ SITE_URL: 'https://notas.example/' }, 'https://notas.example'],
  [{ HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000/a/b' }, 'http://localhost:3000/a/b'],
  [{ TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' }, 'http://localhost:3000'],
  [{ PORT: '0', SITE_URL: 'http://localhost:3000' }, 'http://localhost:3000'],
  [{ HOST: '0.0.0.0' }, undefined],
  [{ HOST: '::' }, undefined],
  [{ PORT: '0' }, undefined],
  [{ TRUST_PROXY: '1' }, undefined],
]

test('the URL of the front end is set, or follows from other settings', () => {
  for (const [env, siteUrl] of SITE_URLS) {
    const settings = readSettings(env)
    const read = () => siteUrlOf(settings, settings.port)
    if (siteUrl !== undefined) expect(read(), JSON.stringify(env)).toBe(siteUrl)
    else {
      expect(sentenceOf(read), JSON.stringify(env)).toBe(
        'SITE_URL must be set, to the address of the front end such as https://notas.example/app: it does not follow from HOST, PORT and TRUST_PROXY here.',
      )
    }
  }
  // The URL of a host has brackets around an IPv6 address.
  expect(ownUrl('::1', 80)).toBe('http://[::1]:80')
  expect(ownUrl('localhost', 3000)).toBe('http://localhost:3000')
})

test('a folder without a build is rejected', ({ folder }) => {
  const sentence = `There is no front end in ${folder}: run 'npm run build' first.`
  expect(sentenceOf(() => serveStaticSite(folder, '/app'))).toBe(sentence)
  cpSync('out', folder, { recursive: true })
  expect(serveStaticSite(folder, '/app')).toBeDefined()
  rmSync(join(folder, 'build.json'))
  expect(sentenceOf(() => serveStaticSite(folder, '/app'))).toBe(sentence)
})

function missingSetting(variable: string): string {
  return `${variable} must be set too, where another variable of OIDC_ is.`
}

function rejectionOf(env: Environment): string {
  return sentenceOf(() => readSettings(env))
}

/** The message of the SettingError that the call throws. */
function sentenceOf(call: () => unknown): string {
  try {
    call()
  } catch (cause) {
    if (cause instanceof SettingError) return cause.message
    throw cause
  }
  throw new Error('Nothing was rejected.')
}
