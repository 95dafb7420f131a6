import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { call } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { preloading, runHost, startHost } from '../../support/servers/host'
import { freePort } from '../../support/servers/process'

const ISSUER = 'https://accounts.example'
const PROVIDER = { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'notas', OIDC_CLIENT_SECRET: 'secreto del cliente' }
const MAIL = { SMTP_URL: 'smtp://carmen:secreto@127.0.0.1', MAIL_FROM: 'notas@correo.es' }

const INVALID: [name: string, env: Record<string, string>, sentence: RegExp][] = [
  ['an invalid setting', { PORT: 'http' }, /^PORT must be a number .+'http'\.\n$/],
  ['an invalid address', { HOST: '256.1.1.1' }, /^HOST is '256\.1\.1\.1', which .+\.\n$/],
  ['an address of another machine', { HOST: '192.0.2.1' }, /^HOST is '192\.0\.2\.1', which .+\.\n$/],
  ['mail from an unknown site', { ...MAIL, HOST: '0.0.0.0' }, /^SITE_URL must be set, .+\.\n$/],
  ['a provider for an unknown site', { ...PROVIDER, TRUST_PROXY: '1' }, /^SITE_URL must be set, .+\.\n$/],
]

for (const [name, env, sentence] of INVALID) {
  test(`${name} stops the start with one message without secrets`, async ({ databaseUrl }) => {
    const { code, output } = await runHost({ DATABASE_URL: databaseUrl, ...env })

    expect(code).toBe(1)
    expect(output).toMatch(sentence)
    expect(output).not.toContain('secreto')
  })
}

test('the host and the command read .env where they are started; the environment wins', ({ folder }) => {
  writeFileSync(join(folder, '.env'), 'REGISTRATION=never\nDATABASE_URL=file:./there.db\n')
  const run = (args: string[], env: Record<string, string>) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' } as const
    return spawnSync(process.execPath, [resolve('server/dist/notas.js'), ...args], options).stderr
  }
  expect(run([], {})).toMatch(/^REGISTRATION must be .+'never'/)
  expect(run([], { REGISTRATION: 'closed', PORT: 'http' })).toMatch(/^PORT must be /)
  expect(run(['admin', 'users'], {})).toContain("'file:./there.db'")
})

test('a port that another program has taken stops the start', async ({ host, databaseUrl }) => {
  const { port } = new URL(host.origin)
  for (const variable of ['PORT', 'METRICS_PORT']) {
    const { code, output } = await runHost({ DATABASE_URL: databaseUrl, [variable]: port })
    expect(code).toBe(1)
    expect(output).toBe(`${variable} is ${port}, which another program has taken.\n`)
  }
})

test('a request that comes as soon as the port is open is answered', async ({ databaseUrl }) => {
  const slowDisk =
    preloading(`import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module'
    const { statfs } = fs
    fs.statfs = (...args) => new Promise((resolve) => setTimeout(resolve, 700)).then(() => statfs(...args))
    syncBuiltinESMExports()`)
  const port = String(await freePort())
  const host = await startHost({
    databaseUrl,
    env: { ...slowDisk, PORT: port },
    async whileStarting() {
      const api = { origin: `http://127.0.0.1:${port}` }
      await expect(async () => {
        expect((await call(api, 'GET', '/api/health')).status).toBe(200)
      }).toPass({ intervals: [20], timeout: 20_000 })
    },
  })
  await host.stop()
})

test('in development the host serves the API alone', async ({ start }) => {
  const host = await start({ NODE_ENV: 'development', HOST: 'localhost' })
  expect((await call(host, 'GET', '/api/health')).status).toBe(200)
  expect((await call(host, 'GET', '/app/')).status).toBe(404)
})

test('a host loads what is large only where it uses it', () => {
  const large = [
    'nodemailer/',
    'openid-client/',
    'pg/',
    '@node-rs/argon2',
    'zod/v4/locales/es',
    'rate-limiter-flexible/lib/RateLimiterRedis',
  ]
  const [serve] = readFileSync('server/dist/notas.js', 'utf8').match(/chunks\/serve-\w+\.js/) ?? []
  const loaded = [...loadedBy('server/dist/notas.js'), ...loadedBy(`server/dist/${serve}`)]
  expect(loaded).toContain('hono/dist/hono.js')
  expect(loaded).toContain('zod/v4/locales/en.js')
  expect(loaded.filter((path) => large.some((name) => path.startsWith(name)))).toEqual([])
})

/** Paths in packages of the file and of what it imports, without what it imports later. */
function loadedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const bundled = [...text.matchAll(/^\/\/ .*\/node_modules\/(.+)/gm)]
  const imports = [...text.matchAll(/^(?:import|import .* from|} from) "(.+)";$/gm)].map(
    ([, path = '']) => path,
  )
  return [
    ...bundled.map(([, path = '']) => path),
    ...imports.flatMap((path) => (path.startsWith('.') ? loadedBy(join(dirname(file), path)) : path)),
  ]
}
