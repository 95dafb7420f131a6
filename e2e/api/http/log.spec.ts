import { spawn } from 'node:child_process'
import { fixedSql } from '@/server/store/database'
import { openSqlite } from '@/server/store/sqlite'
import { call } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { fileOf } from '../../support/database'
import { linesOf } from '../../support/log-lines'
import { hasTerminal } from '../../support/servers/admin'
import { ownProcess, waitForOrigin } from '../../support/servers/process'

const NO_MAIL = 'It sends no mail: SMTP_URL and MAIL_FROM are empty.'

test('the start, each request and the stop are logged as one line of JSON', async ({ start }) => {
  const host = await start()
  await expect.poll(() => linesOf(host)).toMatchObject([{ event: 'started', url: `${host.origin}/app/` }])
  await call(host, 'GET', '/app/notas/?buscar=pan')
  await call(host, 'POST', '/api/notes?a=b', { json: {} })
  await call(host, 'DELETE', '/api/notes/a%0Ab%C2%9B31m%E2%80%AE')
  await call(host, 'GET', '/app')

  await expect.poll(() => linesOf(host)).toHaveLength(5)
  const requests = linesOf(host).slice(1)
  expect(requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /app/notas/ 200',
    'POST /api/notes 401',
    'DELETE /api/notes/a%0Ab%C2%9B31m%E2%80%AE 401',
    'GET /app 308',
  ])
  for (const line of requests) {
    const refused = line.status === 401 ? ['reason', 'address'] : []
    const keys = ['time', 'level', 'requestId', 'method', 'path', 'status', 'ms', ...refused]
    expect(Object.keys(line)).toEqual(keys)
    expect(line.level).toBe('info')
    expect(Date.parse(line.time)).toBeLessThanOrEqual(Date.now())
  }
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(4)

  // A request just before SIGTERM is logged too.
  await call(host, 'GET', '/app/cuenta/')
  host.kill('SIGTERM')
  expect(await host.exited).toBe(0)
  expect(linesOf(host).slice(5)).toMatchObject([
    { method: 'GET', path: '/app/cuenta/', status: 200 },
    { event: 'stopped', url: `${host.origin}/app/` },
  ])
  expect(host.output()).not.toMatch(/^[^{]/m)
})

test('in a terminal the start says in one plain line where to open Notas, and that it sends no mail', async ({
  databaseUrl,
}) => {
  test.skip(!hasTerminal(), 'script is not that of util-linux')
  const command = `'${process.execPath}' server/dist/notas.js`
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: '0' }
  const child = spawn('script', ['-qec', command, '/dev/null'], { env })
  const host = ownProcess(child)
  const origin = await waitForOrigin(child, host)
  await expect.poll(host.output).toContain(`: open ${origin}/app/. ${NO_MAIL}`)
  expect(host.output()).toMatch(/^Notas \S+ \(/m)
  expect(host.output()).not.toContain('"event":"started"')
  await host.stop()
})

test('in development the start ends with the address of the front end', async ({ start }) => {
  const host = await start({ NODE_ENV: 'development', SITE_URL: 'http://localhost:3000/app' })
  expect(host.output()).toMatch(/: open http:\/\/localhost:3000\/app\/\. .+\n$/)
})

test('health checks are logged when their answer changes', async ({ start }) => {
  const host = await start()
  const database = openSqlite(fileOf(host.databaseUrl))
  const rename = (from: string, to: string) => database.write(fixedSql(`ALTER TABLE ${from} RENAME TO ${to}`))
  const check = async () => {
    for (let time = 0; time < 3; time += 1) await call(host, 'GET', '/api/health')
  }
  await check()
  await rename('migrations', 'elsewhere')
  await check()
  await rename('elsewhere', 'migrations')
  await check()
  await database.close()

  await call(host, 'GET', '/app')
  await expect.poll(() => linesOf(host).at(-1)?.path).toBe('/app')
  const checks = linesOf(host).filter(({ path }) => path === '/api/health')
  expect(checks.map(({ level, status }) => [level, status])).toEqual([
    ['info', 200],
    ['error', undefined],
    ['info', 500],
    ['info', 200],
  ])
})
