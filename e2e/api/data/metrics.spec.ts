import { call, createUser, loginStatus } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { linesOf } from '../../support/log-lines'
import { preloading } from '../../support/servers/host'

test('metrics have requests by route, database, queues and events, nothing of users', async ({ start }) => {
  const host = await start({ METRICS_PORT: '0', HOST: '127.0.0.1' })
  const user = await createUser(host)
  const ids = [await user.addNote('Compras'), await user.addNote('Recados')]
  for (const id of ids) await user.call('GET', `/api/notes/${id}`)
  await user.call('GET', '/api/notes/no-existe')
  await call(host, 'GET', `/api/notes/${ids[0]}`)
  await user.call('PUT', `/api/notes/${ids[0]}?a=b`, { json: { title: '' } })
  await user.call('DELETE', `/api/trash/${ids[0]}`)
  await call(host, 'GET', `/app/note-editor/${ids[0]}/`)
  await call(host, 'GET', `/api/${ids[0]}`)
  for (let attempt = 0; attempt < 10; attempt += 1)
    await loginStatus(host, { ...user, password: 'adivinada' })
  expect(await loginStatus(host, user)).toBe(429)

  const { origin, pathname } = new URL(String(linesOf({ output: host.stdout })[0]?.metrics))
  const { status, headers, body } = await call({ origin }, 'GET', pathname)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const text = body.toString()
  expect(text.match(/^notas_request_seconds_count.*$/gm)).toEqual(
    [
      '{method="POST",route="/api/auth/register",status="201"} 1',
      '{method="POST",route="/api/auth/login",status="200"} 1',
      '{method="POST",route="/api/notes",status="201"} 2',
      '{method="GET",route="/api/notes/:id",status="200"} 2',
      '{method="GET",route="/api/notes/:id",status="404"} 1',
      '{method="GET",route="/api/notes/:id",status="401"} 1',
      '{method="PUT",route="/api/notes/:id",status="400"} 1',
      '{method="DELETE",route="/api/trash/:id",status="404"} 1',
      '{method="GET",route="/*",status="200"} 1',
      '{method="GET",route="/api/*",status="404"} 1',
      '{method="POST",route="/api/auth/login",status="401"} 10',
      '{method="POST",route="/api/auth/login",status="429"} 1',
    ].map((line) => `notas_request_seconds_count${line}`),
  )
  expect(text).toContain('notas_events_total{event="login.failed"} 10\n')
  expect(text.match(/(?<=^notas_queue_waiting).*$/gm)).toEqual(
    [
      'jobs',
      'reset mails',
      'password hashes',
      'streamed responses',
      'whole responses',
      'responses to writes',
      'public files',
      'bodies of notes',
    ].map((queue) => `{queue="${queue}"} 0`),
  )
  expect(text).toMatch(/^notas_database_seconds_count\{kind="read"\} [1-9]/m)
  expect(text).toMatch(/^notas_database_seconds_count\{kind="write"\} [1-9]/m)
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(|# (TYPE|HELP) .+|\w+(\{(\w+="[^"\\]*",?)+\})? ([\d.e+-]+|NaN))$/)
  for (const secret of [...ids, user.email, user.token, 'Compras', 'no-existe'])
    expect(text).not.toContain(secret)
})

test('metrics have a port of their own, which is closed by default', async ({ start }) => {
  const counted = preloading(`import { Server } from 'node:net'
    const { listen } = Server.prototype
    Server.prototype.listen = function (...of) { process.stderr.write('listens;'); return listen.apply(this, of) }`)
  for (const [env, ports] of [
    [{}, 1],
    [{ METRICS_PORT: '0' }, 2],
  ] as const) {
    const host = await start({ ...counted, ...env })
    expect(host.stderr().match(/listens;/g)).toHaveLength(ports)
    for (const path of ['/metrics', '/app/metrics', '/api/metrics'])
      expect((await call(host, 'GET', path)).status, path).toBe(404)
    if (ports === 1) continue
    const { origin } = new URL(String(linesOf({ output: host.stdout })[0]?.metrics))
    expect((await call({ origin }, 'GET', '/api/health')).status).toBe(404)
  }
})
