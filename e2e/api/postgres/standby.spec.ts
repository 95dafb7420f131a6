import { expect, test } from '@playwright/test'
import { call, createNote, createUser, jsonOf } from '../../support/api-client'
import { startHost } from '../../support/servers/host'
import { findPostgres, startPostgres } from '../../support/servers/postgres'
import { waitFor } from '../../support/wait-for'

test.skip(!process.env.CI && !findPostgres(), 'PostgreSQL is not installed')

test('a server that has become a standby is away until it is the primary', async () => {
  const server = await startPostgres()
  const databaseUrl = await server.createDatabase()
  const host = await startHost({ databaseUrl })
  const user = await createUser(host)
  const { _id } = await createNote(host, user, 'Plantas')

  await server.crash()
  await server.startAsStandby()
  for (let time = 0; time < 20; time += 1) {
    for (const path of ['/api/health', '/api/notes', `/api/notes/${_id}`]) {
      const response = await user.call('GET', path)
      expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
    }
    const text = { title: 'Tareas', content: '' }
    expect(await call(host, 'PUT', `/api/notes/${_id}`, { ...user, json: text })).toMatchObject({
      status: 503,
    })
  }

  await server.promote()
  await waitFor(
    'the host is healthy',
    5_000,
    async () => (await call(host, 'GET', '/api/health')).status === 200,
  )
  expect(jsonOf(await user.call('GET', `/api/notes/${_id}`))).toMatchObject({ title: 'Plantas' })
  await host.stop()
  const checks = host.output().match(/.*"path":"\/api\/health".*/g)
  expect(checks).toMatchObject(
    [/"cause":/, /"status":503/, /"status":200/].map((line) => expect.stringMatching(line)),
  )
  await server.stop()
})
