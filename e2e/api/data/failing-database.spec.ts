import { StorageUnavailable } from '@/server/store/database'
import {
  call,
  createNote,
  createUser,
  listNotes,
  newRegistration,
  register,
  sendLogin,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { execute, lockDatabase, withDatabase } from '../../support/database'
import { linesOf } from '../../support/log-lines'
import { fastClock } from '../../support/servers/host'
import { serveInProcess } from '../../support/servers/in-process-host'

const LOCKED = /database is locked|timeout/

const UNAVAILABLE = 'Ahora mismo no se puede guardar ni leer. Inténtalo de nuevo en unos minutos.'

test('the response to an unexpected error hides the cause, which is logged', async ({ start }) => {
  const host = await start()
  const user = await createUser(host)
  const { _id } = await createNote(host, user, 'Compras')
  await execute(host, 'ALTER TABLE notes RENAME TO elsewhere')

  const calls = [
    ['GET', '/api/notes'],
    ['GET', `/api/notes/${_id}`],
    ['POST', '/api/notes'],
    ['PUT', `/api/notes/${_id}`],
    ['DELETE', `/api/notes/${_id}`],
  ] as const
  for (const [method, path] of calls) {
    const json = method === 'GET' || method === 'DELETE' ? undefined : { title: 'a', content: 'b' }
    const response = await user.call(method, path, { json })
    expectMessage(response, 500, 'Ha ocurrido un error inesperado.')
    expect(response.headers['cache-control']).toBe('no-store, no-transform')
    expect(response.headers.etag).toBeUndefined()
  }
  await expect.poll(() => linesOf(host).filter(({ status }) => status === 500).length).toBe(calls.length)
  for (const { requestId } of linesOf(host).filter(({ status }) => status === 500)) {
    const errors = linesOf(host).filter((line) => line.level === 'error' && line.requestId === requestId)
    expect(errors).toHaveLength(1)
    expect(errors[0]?.cause).toMatch(/no such table: (main\.)?notes|relation "notes" does not exist/)
  }

  await execute(host, 'ALTER TABLE elsewhere RENAME TO notes')
  expect(await listNotes(host, user)).toEqual([{ _id, title: 'Compras', content: '' }])
})

test('no token, password, email or text of a note is ever logged', async ({ start }) => {
  const host = await start()
  const user = await createUser(host)
  const { token, email, password } = user
  const title = 'secreto del título'
  const content = 'secreto del contenido'
  const headers = { Cookie: `token=${token}`, Referer: `http://x/?token=${token}`, 'User-Agent': email }
  const note = await createNote(host, user, title, content)

  await call(host, 'POST', '/api/auth/register', { json: user, headers })
  await call(host, 'POST', '/api/auth/login', { json: { email, password: `${password}!` } })
  await call(host, 'POST', '/api/auth/login', { body: `{"email":"${email}","password":"${password}"` })
  await call(host, 'POST', '/api/auth/login', {
    body: `email=${email}&password=${password}`,
    headers: { 'Content-Type': 'text/plain' },
  })
  await call(host, 'GET', `/api/auth/login?email=${email}&password=${encodeURIComponent(password)}`)
  await call(host, 'GET', `/api/notes?token=${token}`, { token, headers })
  await call(host, 'PUT', `/api/notes/${note._id}`, { token, json: { title, content: [content] } })
  await call(host, 'PUT', `/api/notes/${note._id}`, { token, json: { title, content: `${content}\0` } })
  await execute(host, 'ALTER TABLE notes RENAME TO elsewhere')
  await call(host, 'POST', '/api/notes', { token, json: { title, content } })
  await call(host, 'PUT', `/api/notes/${note._id}`, { token, json: { title, content } })
  await execute(host, 'ALTER TABLE users RENAME TO nobody')
  await call(host, 'POST', '/api/auth/register', { json: { ...user, userName: 'Secreta' } })
  await call(host, 'POST', '/api/auth/login', { json: { email, password } })
  await call(host, 'POST', '/api/auth/logout', { token })

  await expect.poll(() => linesOf(host).filter(({ status }) => status === 500).length).toBe(5)
  for (const secret of [token, email, password, encodeURIComponent(password), 'secreto', 'Secreta']) {
    expect(host.output()).not.toContain(secret)
  }
})

test('while the database is locked writes get 503, and reads go on', { tag: '@slow' }, async ({ start }) => {
  const host = await start(fastClock(2.5))
  const [user, reader] = [await createUser(host), await createUser(host)]
  const age = 'UPDATE sessions SET last_used_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)'
  await execute(host, age, Date.now() - 2 * 24 * 60 * 60 * 1000, reader.email)
  const note = await createNote(host, user, 'Compras', 'pan')
  const registration = newRegistration()
  const unlock = await lockDatabase(host)
  try {
    const writing = [
      user.call('POST', '/api/notes', { json: { title: 'Perdida', content: '' } }),
      user.call('PUT', `/api/notes/${note._id}`, { json: { title: 'Perdida', content: '' } }),
      user.call('DELETE', `/api/notes/${note._id}`),
      sendLogin(host, user),
      register(host, registration),
    ]
    let isWaiting = true
    const written = Promise.all(writing).finally(() => {
      isWaiting = false
    })
    for (let read = 0; read < 5; read += 1) expect(await listNotes(host, user)).toEqual([note])
    expect(await listNotes(host, reader)).toEqual([])
    expect((await call(host, 'GET', '/api/health')).status).toBe(200)
    expect(isWaiting).toBe(true)

    for (const response of await written) {
      expectMessage(response, 503, UNAVAILABLE)
      // PostgreSQL's own limit comes first, unless the machine is very slow.
      expect(['10', host.databaseUrl.startsWith('file:') ? '10' : undefined]).toContain(
        response.headers['retry-after'],
      )
      expect(response.headers['cache-control']).toBe('no-store, no-transform')
    }
    // The reader's last use could not be stored.
    await expect
      .poll(() => errorsOfReads(host), { timeout: 60_000 })
      .toContainEqual(expect.stringMatching(LOCKED))
    expect(await listNotes(host, reader)).toEqual([])
  } finally {
    await unlock()
  }

  const later = await createNote(host, user, 'Recados')
  expect(await listNotes(host, user)).toEqual([later, note])
  // The refused registration did not run after the lock: its email is still free.
  expect((await register(host, registration)).status).toBe(201)
})

test('the 503 of a write that may be stored has no Retry-After', async ({ api, user }) => {
  await withDatabase(api, async (database) => {
    let isAway = false
    const cutAfter = async <Result>(work: Promise<Result>) => {
      const result = await work
      if (isAway) throw new StorageUnavailable('the connection ended')
      return result
    }
    const host = await serveInProcess(
      { ...database, write: (...statements) => cutAfter(database.write(...statements)) },
      ({ log }) => ({ log: { ...log, error() {} } }),
    )
    isAway = true
    const response = await call(host, 'POST', '/api/notes', {
      token: user.token,
      json: { title: 'Compras', content: 'pan' },
    })
    expectMessage(response, 503, UNAVAILABLE)
    expect(response.headers['retry-after']).toBeUndefined()
    expect(await listNotes(host, user)).toMatchObject([{ title: 'Compras' }])
    await host.stop()
  })
})

/** Causes of the errors logged for requests that were answered all the same. */
function errorsOfReads(host: { output: () => string }) {
  const lines = linesOf(host)
  const answered = lines.filter(({ status }) => status === 200).map(({ requestId }) => requestId)
  return lines
    .filter(({ level, requestId }) => level === 'error' && answered.includes(requestId))
    .map(({ cause }) => cause)
}
