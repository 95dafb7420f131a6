import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call, expect, test } from '../support/api-client'
import { runHost, startHost } from '../support/servers/host'

let folder: string

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notas-settings-'))
})

test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const WRONG: [variable: string, value: string][] = [
  ['BASE_PATH', 'app'],
  ['BASE_PATH', '/api'],
  ['BASE_PATH', '/'],
  ['BASE_PATH', '/app/'],
  ['BASE_PATH', '/mis notas'],
  ['BASE_PATH', '//app'],
  ['BASE_PATH', '/app?a=1'],
  ['BASE_PATH', 'https://example.com/app'],
  ['PORT', ''],
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', ' 3000'],
  ['PORT', '0x10'],
  ['PORT', '1e3'],
  ['HOST', '256.1.1.1'],
  ['HOST', '192.0.2.1'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'example.com'],
  ['CORS_ORIGINS', 'https://example.com/'],
  ['CORS_ORIGINS', 'https://example.com/app'],
  ['CORS_ORIGINS', 'https://a.example https://b.example'],
  ['CORS_ORIGINS', 'ftp://example.com'],
  ['CORS_ORIGINS', 'null'],
  ...[
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
  ].map((value): [string, string] => ['SITE_URL', value]),
  ...['api.example', 'https://api.example/', 'https://api.example/api', 'null'].map(
    (value): [string, string] => ['NEXT_PUBLIC_API_HOST', value],
  ),
  ...['TRUST_PROXY', 'REGISTRATIONS_PER_HOUR'].flatMap((variable) =>
    ['', '-1', '1.5', 'many', ' 1', '0x1', '1000000000'].map((value): [string, string] => [variable, value]),
  ),
]

for (const [variable, value] of WRONG) {
  test(`${variable}='${value}' stops the start with one sentence that names it`, async ({
    createDatabase,
  }) => {
    const { code, output } = await runHost({ DATABASE_URL: await createDatabase(), [variable]: value })

    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`^${variable} .+\\.\n$`))
    expect(output).toContain(`'${value}'`)
  })
}

for (const value of [
  '',
  'file:',
  'notas.db',
  'mysql://carmen:secreto@localhost/notas',
  'postgres://',
  'postgres',
]) {
  test(`DATABASE_URL='${value}' stops the start with a sentence that does not repeat it`, async () => {
    const { code, output } = await runHost({ DATABASE_URL: value })

    expect(code).toBe(1)
    expect(output).toBe(
      'DATABASE_URL must be a file such as file:./data/notas.db, or an address such as postgres://user:password@host/name.\n',
    )
  })
}

const WRONG_MAIL: [name: string, env: Record<string, string>, sentence: string][] = [
  ['without MAIL_FROM', { MAIL_FROM: '' }, 'MAIL_FROM must be set too, where SMTP_URL is.'],
  ['without SMTP_URL', { SMTP_URL: '' }, 'SMTP_URL must be set too, where MAIL_FROM is.'],
  ...['correo.es', 'http://carmen:secreto@correo.es', 'smtp://', 'smtp://carmen:secreto@:port'].map(
    (url): [string, Record<string, string>, string] => [
      `with SMTP_URL='${url}'`,
      { SMTP_URL: url },
      'SMTP_URL must be an address such as smtp://user:password@host:587, or smtps://user:password@host.',
    ],
  ),
  ...['notas', 'Notas', 'Notas <notas>', 'Notas <notas@correo.es', 'a@correo.es, b@correo.es', '<@>'].map(
    (from): [string, Record<string, string>, string] => [
      `with MAIL_FROM='${from}'`,
      { MAIL_FROM: from },
      `MAIL_FROM must be an email such as notas@example.com, or Notas <notas@example.com>; it is '${from}'.`,
    ],
  ),
  ...['HOST=0.0.0.0', 'HOST=::', 'TRUST_PROXY=1'].map((setting): [string, Record<string, string>, string] => [
    `with ${setting} alone`,
    Object.fromEntries([setting.split('=')]),
    'SITE_URL must be set, to the address of the front end such as https://notas.example/app: it does not follow from HOST, PORT and TRUST_PROXY here.',
  ]),
]

for (const [name, env, sentence] of WRONG_MAIL) {
  test(`mail ${name} stops the start with a sentence that repeats no password`, async ({
    createDatabase,
  }) => {
    const mail = { SMTP_URL: 'smtp://carmen:secreto@127.0.0.1', MAIL_FROM: 'notas@correo.es' }
    const databaseUrl = await createDatabase()
    const { code, output } = await runHost({ DATABASE_URL: databaseUrl, ...mail, ...env })

    expect(code).toBe(1)
    expect(output).toBe(`${sentence}\n`)
  })
}

const ISSUER = 'https://accounts.example'

const WRONG_PROVIDERS: [env: Record<string, string>, sentence: RegExp][] = [
  [{ OIDC_ISSUER: ISSUER }, /^OIDC_CLIENT_ID must be set too, /],
  [{ OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'notas' }, /^OIDC_CLIENT_SECRET must be set too, /],
  [{ OIDC_CLIENT_ID: 'notas', OIDC_CLIENT_SECRET: 'secreto' }, /^OIDC_ISSUER must be set too, /],
  ...[
    'accounts.example',
    'http://accounts.example',
    'http://127.0.0.1.evil.example',
    'https://a:secreto@accounts.example',
    `${ISSUER}/?a=1`,
    `${ISSUER}/#a`,
    'ftp://127.0.0.1',
  ].map((issuer): [Record<string, string>, RegExp] => [
    { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'notas', OIDC_CLIENT_SECRET: 'secreto del cliente' },
    /^OIDC_ISSUER must be an address such as https:\/\/accounts\.google\.com, /,
  ]),
  [
    { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'notas', OIDC_CLIENT_SECRET: 'secreto', HOST: '0.0.0.0' },
    /^SITE_URL must be set, /,
  ],
]

for (const [env, sentence] of WRONG_PROVIDERS) {
  test(`${JSON.stringify(env)} stops the start with one sentence`, async ({ createDatabase }) => {
    const { code, output } = await runHost({ DATABASE_URL: await createDatabase(), ...env })

    expect(code).toBe(1)
    expect(output).toMatch(sentence)
    expect(output).toMatch(/^.+\.\n$/)
    expect(output).not.toContain('secreto del cliente')
  })
}

test('a base path that the front end was not built for stops the start', async ({ createDatabase }) => {
  for (const basePath of ['/otra', '/ap', '/app/notas', '']) {
    const { code, output } = await runHost({ DATABASE_URL: await createDatabase(), BASE_PATH: basePath })
    expect(code).toBe(1)
    expect(output).toMatch(/^BASE_PATH .+npm run build.+\n$/)
  }
})

test('a front end that was not built stops the start', async ({ createDatabase }) => {
  const { code, output } = await runHost({ DATABASE_URL: await createDatabase() }, folder)

  expect(code).toBe(1)
  expect(output).toMatch(/^There is no front end in .+out: run 'npm run build' first\.\n$/)
})

test('a port that another program has taken stops the start', async ({ host, createDatabase }) => {
  const { port } = new URL(host.origin)
  const { code, output } = await runHost({ DATABASE_URL: await createDatabase(), PORT: port })

  expect(code).toBe(1)
  expect(output).toBe(`PORT is ${port}, which another program has taken.\n`)
})

const RIGHT: Record<string, string>[] = [
  { CORS_ORIGINS: '' },
  { CORS_ORIGINS: 'https://a.example, http://localhost:3000,' },
  { HOST: '' },
  { HOST: 'localhost' },
  { NODE_ENV: 'production' },
  { SITE_URL: '', SMTP_URL: '', MAIL_FROM: '' },
  { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_NAME: '', NEXT_PUBLIC_API_HOST: '' },
  { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'notas', OIDC_CLIENT_SECRET: 'secreto' },
  {
    OIDC_ISSUER: 'http://[::1]:4444/a',
    OIDC_CLIENT_ID: 'notas',
    OIDC_CLIENT_SECRET: 'secreto',
    OIDC_NAME: 'Yo',
  },
  { SITE_URL: 'https://notas.example', SMTP_URL: 'smtps://127.0.0.1', MAIL_FROM: 'Notas <notas@correo.es>' },
  { SITE_URL: 'http://localhost:3000/a/b/', HOST: '0.0.0.0', TRUST_PROXY: '1' },
  {
    TRUST_PROXY: '1',
    SMTP_URL: 'smtp://[::1]:25?pool=true',
    MAIL_FROM: 'n@localhost',
    SITE_URL: 'http://n/',
  },
  { TRUST_PROXY: '0', REGISTRATIONS_PER_HOUR: '0' },
  { TRUST_PROXY: '2', REGISTRATIONS_PER_HOUR: '999999999' },
]

for (const env of RIGHT) {
  test(`the host starts with ${JSON.stringify(env)}`, async ({ createDatabase }) => {
    const host = await startHost({ env, databaseUrl: await createDatabase() })
    expect((await call(host, 'GET', '/app/')).status).toBe(200)
    await host.stop()
  })
}

test('beside the front end of npm run dev the host serves the API alone', async ({ createDatabase }) => {
  const databaseUrl = await createDatabase()
  const { code, output } = await runHost(
    { NODE_ENV: 'development', PORT: '70000', DATABASE_URL: databaseUrl },
    folder,
  )
  expect([code, output]).toEqual([1, expect.stringMatching(/^PORT /)])

  const host = await startHost({ env: { NODE_ENV: 'development' }, databaseUrl, cwd: folder })
  expect((await call(host, 'GET', '/api/health')).status).toBe(200)
  expect((await call(host, 'GET', '/app/')).status).toBe(404)
  await host.stop()
})
