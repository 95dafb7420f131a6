import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@/server/store/open'
import { call } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { runHost, startHost } from '../../support/servers/host'
import { query, startPostgres } from '../../support/servers/postgres'

test('a wrong password stops the start with a message that does not contain it', async ({ folder }) => {
  chmodSync(folder, 0o755)
  const rules = join(folder, 'pg_hba.conf')
  writeFileSync(rules, 'host all notas 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
  const server = await startPostgres({ hba_file: rules })
  const url = new URL(await server.createDatabase())
  await query(url.href, "CREATE ROLE carmen LOGIN PASSWORD 'una clave'")

  url.username = 'carmen'
  url.password = 'secreto'
  const { code, output } = await runHost({ DATABASE_URL: url.href })
  url.password = ''
  expect(code).toBe(1)
  expect(output).toBe(
    `DATABASE_URL is '${url}', which cannot be used: password authentication failed for user "carmen".\n`,
  )
  await server.stop()
})

test('a missing database stops the start with one message', async ({ createDatabase }) => {
  const url = new URL(await createDatabase())
  url.pathname = '/nada'
  const { code, output } = await runHost({ DATABASE_URL: url.href })

  expect(code).toBe(1)
  expect(output).toBe(`DATABASE_URL is '${url}', which cannot be used: database "nada" does not exist.\n`)
})

const UNREACHABLE = [
  'postgres://carmen:secreto@127.0.0.1:1/notas',
  'postgresql://carmen:secreto@localhost:1/notas',
  'postgres://carmen@127.0.0.1:1/notas?password=secreto',
]

for (const url of UNREACHABLE) {
  test(`an unreachable server at ${url} is named without its password`, async () => {
    const failure = await openDatabase(url, { timeoutMs: 0 }).catch((cause: Error) => cause.message)

    expect(failure).toMatch(
      /^DATABASE_URL is 'postgres(ql)?:\/\/carmen@[\w.]+:1\/notas', which cannot be used: .*ECONNREFUSED.*\.$/,
    )
    expect(failure).not.toContain('secreto')
  })
}

test('the start waits for a server that is not running yet', async () => {
  const server = await startPostgres()
  const databaseUrl = await server.createDatabase()
  await server.crash()
  await expect(openDatabase(databaseUrl, { timeoutMs: 0 })).rejects.toThrow(
    /^DATABASE_URL is '.+ECONNREFUSED/,
  )

  const host = await startHost({
    databaseUrl,
    async whileStarting({ stderr }) {
      await expect.poll(stderr).not.toBe('')
      await server.start()
    },
  })
  expect(host.stderr()).toMatch(/^The database cannot be used yet: [^\n]+\. Waiting for it\.\n$/)
  expect((await call(host, 'GET', '/api/health')).status).toBe(200)
  await host.stop()
  await server.stop()
})
