import { type HostProcess, startHost } from '../../support/servers/host'
import {
  test as base,
  call,
  createNote,
  createUser,
  expect,
  jsonOf,
  listNotes,
  lockDatabase,
  newRegistration,
  sql,
  withDatabase,
} from '../../support/api-client'

const UNAVAILABLE = 'Ahora mismo no se puede guardar ni leer. Inténtalo de nuevo en unos minutos.'

type Own = {
  withHost: (env: Record<string, string>, use: (host: HostProcess) => Promise<void>) => Promise<void>
}

/** `withHost` runs a host that the test alone uses, and may break. */
const test = base.extend<Own>({
  withHost: async ({ createDatabase }, use) =>
    use(async (env, work) => {
      const host = await startHost({ env, databaseUrl: await createDatabase() })
      try {
        await work(host)
      } finally {
        await host.stop()
      }
    }),
})

test('the health of the host can be asked for without a token', async ({ host }) => {
  const answer = await call(host, 'GET', '/api/health')

  expect(answer.status).toBe(200)
  expect(jsonOf(answer)).toEqual({ status: 'ok' })
  expect(answer.headers['cache-control']).toBe('no-store')
})

type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}
type Content = { content?: { 'application/json': { schema: Schema } } }
type Description = {
  openapi: string
  servers: { url: string }[]
  paths: Record<
    string,
    Record<
      string,
      { summary: string; security?: object[]; requestBody?: Content; responses: Record<string, Content> }
    >
  >
  components: { schemas: Record<string, Schema> }
}

test('the description names every call and each of its answers', async ({ host }) => {
  const answer = await call(host, 'GET', '/api/openapi.json')
  expect(answer.status).toBe(200)
  const { openapi, servers, paths } = jsonOf(answer) as Description

  expect(openapi).toBe('3.1.0')
  expect(servers).toEqual([{ url: '/api' }])
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, responses }]) => [
      `${method.toUpperCase()} ${path}`,
      security ? 'signed in' : 'anyone',
      Object.keys(responses).join(' '),
    ]),
  )
  expect(calls.sort()).toEqual([
    ['DELETE /notes/{id}', 'signed in', '204 401 404 503'],
    ['GET /auth/oidc', 'anyone', '200 400 404'],
    ['GET /auth/oidc/callback', 'anyone', '302 404'],
    ['GET /auth/oidc/start', 'anyone', '302 400 404'],
    ['GET /health', 'anyone', '200 503'],
    ['GET /notes', 'signed in', '200 304 401 503'],
    ['GET /notes/{id}', 'signed in', '200 401 404 503'],
    ['POST /auth/forgot', 'anyone', '200 400 413 429 503'],
    ['POST /auth/login', 'anyone', '200 400 401 413 429 503'],
    ['POST /auth/logout', 'signed in', '204 401 503'],
    ['POST /auth/oidc/session', 'anyone', '200 400 401 413 429 503'],
    ['POST /auth/register', 'anyone', '201 400 409 413 429 503'],
    ['POST /auth/reset', 'anyone', '204 400 410 413 429 503'],
    ['POST /notes', 'signed in', '201 400 401 413 415 503'],
    ['PUT /notes/{id}', 'signed in', '200 400 401 404 412 413 415 503'],
  ])
})

test('each answer is as it is described', async ({ withHost }) => {
  const provider = { OIDC_ISSUER: 'http://127.0.0.1:4444', OIDC_CLIENT_ID: 'notas', OIDC_CLIENT_SECRET: 's' }
  await withHost(provider, expectAnswersAsDescribed)
})

async function expectAnswersAsDescribed(host: HostProcess): Promise<void> {
  const { paths, components } = jsonOf(await call(host, 'GET', '/api/openapi.json')) as Description
  const registration = newRegistration()
  const note = { title: 'Compras', content: 'pan' }

  async function expectAsDescribed(
    method: string,
    path: string,
    status: number,
    { query = '', ...options }: Parameters<typeof call>[3] & { query?: string } = {},
    id = '',
  ) {
    const described = paths[path]?.[method.toLowerCase()]?.responses[status]
    const answer = await call(host, method, `/api${path.replace('{id}', id)}${query}`, options)
    expect(answer.status).toBe(status)
    expect(described, `${status} of ${method} ${path}`).toBeDefined()
    const schema = described?.content?.['application/json'].schema
    if (!schema) expect(answer.body).toHaveLength(0)
    else expectToFit(jsonOf(answer), schema, components.schemas)
    return answer
  }

  await expectAsDescribed('POST', '/auth/register', 201, { json: registration })
  await expectAsDescribed('POST', '/auth/register', 409, { json: registration })
  await expectAsDescribed('POST', '/auth/register', 400, { json: {} })
  const login = await expectAsDescribed('POST', '/auth/login', 200, { json: registration })
  await expectAsDescribed('POST', '/auth/login', 401, { json: { ...registration, password: 'otra clave' } })
  await expectAsDescribed('POST', '/auth/login', 400, { json: {} })

  await expectAsDescribed('POST', '/auth/forgot', 200, { json: registration })
  await expectAsDescribed('POST', '/auth/forgot', 400, { json: {} })
  await expectAsDescribed('POST', '/auth/reset', 410, { json: { token: 'a', password: 'otra clave' } })
  await expectAsDescribed('POST', '/auth/reset', 400, { json: {} })
  const query = `?return_to=${host.origin}/app/&challenge=${'a'.repeat(43)}`
  await expectAsDescribed('GET', '/auth/oidc', 200, { query })
  await expectAsDescribed('GET', '/auth/oidc', 400)
  await expectAsDescribed('GET', '/auth/oidc/start', 302, { query })
  await expectAsDescribed('GET', '/auth/oidc/start', 400)
  await expectAsDescribed('GET', '/auth/oidc/callback', 302)
  await expectAsDescribed('POST', '/auth/oidc/session', 401, { json: { code: 'a', verifier: 'b' } })
  await expectAsDescribed('POST', '/auth/oidc/session', 400, { json: {} })

  const { token } = jsonOf(login) as { token: string }
  const created = await expectAsDescribed('POST', '/notes', 201, { token, json: note })
  const { _id } = jsonOf(created) as { _id: string }
  await expectAsDescribed('POST', '/notes', 400, { token, json: {} })
  await expectAsDescribed('POST', '/notes', 401, { json: note })
  await expectAsDescribed('POST', '/notes', 415, {
    token,
    json: note,
    headers: { 'Content-Type': 'text/plain' },
  })
  await expectAsDescribed('POST', '/notes', 413, { token, body: ' '.repeat(1024 * 1024 + 1) })
  await expectAsDescribed('GET', '/notes', 200, { token })
  await expectAsDescribed('GET', '/notes', 304, { token, headers: { 'If-None-Match': '*' } })
  await expectAsDescribed('GET', '/notes', 401)
  await expectAsDescribed('GET', '/notes/{id}', 200, { token }, _id)
  await expectAsDescribed('GET', '/notes/{id}', 404, { token }, '1')
  await expectAsDescribed('PUT', '/notes/{id}', 200, { token, json: note }, _id)
  await expectAsDescribed(
    'PUT',
    '/notes/{id}',
    412,
    { token, json: note, headers: { 'If-Match': '"1"' } },
    _id,
  )
  await expectAsDescribed('PUT', '/notes/{id}', 404, { token, json: note }, '1')
  await expectAsDescribed('DELETE', '/notes/{id}', 204, { token }, _id)
  await expectAsDescribed('DELETE', '/notes/{id}', 404, { token }, _id)
  await expectAsDescribed('GET', '/health', 200)
  await expectAsDescribed('POST', '/auth/logout', 204, { token })
  await expectAsDescribed('POST', '/auth/logout', 401, { token })
}

function expectToFit(value: unknown, schema: Schema, schemas: Record<string, Schema>): void {
  if (schema.$ref) {
    expectToFit(value, schemas[String(schema.$ref.split('/').at(-1))] as Schema, schemas)
  } else if (schema.type === 'array') {
    expect(Array.isArray(value)).toBe(true)
    for (const item of value as unknown[]) expectToFit(item, schema.items as Schema, schemas)
  } else if (schema.type === 'object') {
    expect(Object.keys(value as object).sort()).toEqual([...(schema.required ?? [])].sort())
    for (const [key, inner] of Object.entries(schema.properties ?? {})) {
      expectToFit((value as Record<string, unknown>)[key], inner, schemas)
    }
  } else {
    expect(typeof value).toBe(schema.type)
    if (schema.const !== undefined) expect(value).toBe(schema.const)
  }
}

test('an origin that is named may call from its pages', async ({ withHost }) => {
  const origins = ['https://notas.example', 'http://localhost:3000']
  await withHost({ CORS_ORIGINS: origins.join(', ') }, async (host) => {
    const { token } = await createUser(host)
    for (const origin of origins) {
      const preflight = await call(host, 'OPTIONS', '/api/notes/1', {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'authorization,content-type,if-match',
        },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers['access-control-allow-origin']).toBe(origin)
      expect(preflight.headers['access-control-allow-methods']?.split(',')).toEqual(
        expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']),
      )
      expect(preflight.headers['access-control-allow-headers']?.toLowerCase().split(',')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'if-match', 'if-none-match']),
      )

      const list = await call(host, 'GET', '/api/notes', { token, headers: { Origin: origin } })
      const etag = String(list.headers.etag)
      for (const [status, answer] of [
        [200, list],
        [
          304,
          await call(host, 'GET', '/api/notes', {
            token,
            headers: { Origin: origin, 'If-None-Match': etag },
          }),
        ],
        [401, await call(host, 'GET', '/api/notes', { headers: { Origin: origin } })],
        [404, await call(host, 'GET', '/api/unknown', { headers: { Origin: origin } })],
      ] as const) {
        expect(answer.status).toBe(status)
        expect(answer.headers['access-control-allow-origin']).toBe(origin)
        expect(answer.headers['access-control-expose-headers']).toMatch(/\bETag\b/)
        expect(answer.headers.vary).toMatch(/\bOrigin\b/)
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
      }
      expect(list.headers.vary).toMatch(/\bAuthorization\b/)
    }
  })
})

const OTHERS = [
  'https://evil.example',
  'https://notas.example.evil.example',
  'https://evil-notas.example',
  'http://notas.example',
  'https://notas.example:8443',
  'https://NOTAS.example',
  'https://notas.example/',
  'null',
  '*',
  '',
]

test('an origin that is not named gets no header that would let it', async ({ host: closed, withHost }) => {
  await withHost({ CORS_ORIGINS: 'https://notas.example' }, async (open) => {
    for (const host of [closed, open]) {
      for (const origin of OTHERS) {
        const headers = { Origin: origin, 'Access-Control-Request-Method': 'PUT' }
        for (const answer of [
          await call(host, 'OPTIONS', '/api/notes/1', { headers }),
          await call(host, 'GET', '/api/health', { headers }),
          await call(host, 'GET', '/api/notes', { headers }),
          await call(host, 'GET', '/app/', { headers }),
        ]) {
          const names = Object.keys(answer.headers)
          expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
        }
      }
    }
  })
})

type Line = {
  time: string
  level: string
  requestId: string
  method: string
  path: string
  status?: number
  cause?: string
}

function linesOf(host: HostProcess): Line[] {
  const [, ...lines] = host.output().trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

test('each request is one line of JSON in the log', async ({ withHost }) => {
  await withHost({}, async (host) => {
    await call(host, 'GET', '/app/notas/?buscar=pan')
    await call(host, 'POST', '/api/notes?a=b', { json: {} })
    await call(host, 'DELETE', '/api/notes/a%0Ab')
    await call(host, 'GET', '/app')

    await expect.poll(() => linesOf(host).length).toBe(4)
    expect(linesOf(host).map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      'GET /app/notas/ 200',
      'POST /api/notes 401',
      expect.stringMatching(/^DELETE \/api\/notes\/a.*b 401$/s),
      'GET /app 308',
    ])
    for (const line of linesOf(host)) {
      expect(Object.keys(line)).toEqual(['time', 'level', 'requestId', 'method', 'path', 'status', 'ms'])
      expect(line.level).toBe('info')
      expect(Date.parse(line.time)).toBeLessThanOrEqual(Date.now())
    }
    expect(new Set(linesOf(host).map(({ requestId }) => requestId)).size).toBe(4)
  })
})

test('an unexpected error is answered without its cause, which the log has', async ({ withHost }) => {
  await withHost({}, async (host) => {
    const user = await createUser(host)
    const { token } = user
    const { _id } = await createNote(host, user, 'Compras')
    await withDatabase(host, ({ write }) => write(sql('ALTER TABLE notes RENAME TO elsewhere')))

    const calls = [
      ['GET', '/api/notes'],
      ['GET', `/api/notes/${_id}`],
      ['POST', '/api/notes'],
      ['PUT', `/api/notes/${_id}`],
      ['DELETE', `/api/notes/${_id}`],
    ] as const
    for (const [method, path] of calls) {
      const json = method === 'GET' || method === 'DELETE' ? undefined : { title: 'a', content: 'b' }
      const answer = await call(host, method, path, { token, json })
      expect(answer.status).toBe(500)
      expect(jsonOf(answer)).toEqual({ message: 'Ha ocurrido un error inesperado.' })
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers.etag).toBeUndefined()
    }
    await expect.poll(() => linesOf(host).filter(({ status }) => status === 500).length).toBe(calls.length)
    for (const { requestId } of linesOf(host).filter(({ status }) => status === 500)) {
      const errors = linesOf(host).filter((line) => line.level === 'error' && line.requestId === requestId)
      expect(errors).toHaveLength(1)
      expect(errors[0]?.cause).toMatch(/no such table: (main\.)?notes|relation "notes" does not exist/)
    }

    await withDatabase(host, ({ write }) => write(sql('ALTER TABLE elsewhere RENAME TO notes')))
    expect(await listNotes(host, user)).toEqual([{ _id, title: 'Compras', content: '' }])
  })
})

test('no token, password, email or text of a note is ever logged', async ({ withHost }) => {
  await withHost({}, async (host) => {
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
    await withDatabase(host, ({ write }) => write(sql('ALTER TABLE notes RENAME TO elsewhere')))
    await call(host, 'POST', '/api/notes', { token, json: { title, content } })
    await call(host, 'PUT', `/api/notes/${note._id}`, { token, json: { title, content } })
    await withDatabase(host, ({ write }) => write(sql('ALTER TABLE users RENAME TO nobody')))
    await call(host, 'POST', '/api/auth/register', { json: { ...user, userName: 'Secreta' } })
    await call(host, 'POST', '/api/auth/login', { json: { email, password } })
    await call(host, 'POST', '/api/auth/logout', { token })

    await expect.poll(() => linesOf(host).filter(({ status }) => status === 500).length).toBe(5)
    for (const secret of [token, email, password, encodeURIComponent(password), 'secreto', 'Secreta']) {
      expect(host.output()).not.toContain(secret)
    }
  })
})

test('while the database is locked writes are refused and reads go on; then writes work again', async ({
  withHost,
}) => {
  await withHost({}, async (host) => {
    const user = await createUser(host)
    const { token } = user
    const note = await createNote(host, user, 'Compras', 'pan')
    const unlock = await lockDatabase(host)
    try {
      const writing = [
        call(host, 'POST', '/api/notes', { token, json: { title: 'Perdida', content: '' } }),
        call(host, 'PUT', `/api/notes/${note._id}`, { token, json: { title: 'Perdida', content: '' } }),
        call(host, 'DELETE', `/api/notes/${note._id}`, { token }),
        call(host, 'POST', '/api/auth/login', { json: user }),
        call(host, 'POST', '/api/auth/register', { json: newRegistration() }),
      ]
      const start = performance.now()
      for (let read = 0; read < 5; read += 1) expect(await listNotes(host, user)).toEqual([note])
      expect((await call(host, 'GET', '/api/health')).status).toBe(200)
      // Each write waits 5 s for its turn; no read waits with them.
      expect(performance.now() - start).toBeLessThan(4000)

      for (const answer of await Promise.all(writing)) {
        expect(answer.status).toBe(503)
        expect(jsonOf(answer)).toEqual({ message: UNAVAILABLE })
        expect(answer.headers['retry-after']).toBe('60')
        expect(answer.headers['cache-control']).toBe('no-store')
      }
    } finally {
      await unlock()
    }

    const later = await createNote(host, user, 'Recados')
    expect(await listNotes(host, user)).toEqual([later, note])
  })
})

test('what was refused while the database was locked is not done afterwards', async ({ withHost }) => {
  await withHost({}, async (host) => {
    const registration = newRegistration()
    const unlock = await lockDatabase(host)
    const refused = await call(host, 'POST', '/api/auth/register', { json: registration })
    await unlock()

    expect(refused.status).toBe(503)
    expect((await call(host, 'POST', '/api/auth/register', { json: registration })).status).toBe(201)
  })
})

test('a write waits its turn while another program writes', async ({ host, user }) => {
  const unlock = await lockDatabase(host)
  const creating = createNote(host, user, 'Compras')
  expect(await listNotes(host, user)).toEqual([])
  await unlock()

  expect(await listNotes(host, user).then(() => creating)).toMatchObject({ title: 'Compras' })
  expect(await listNotes(host, user)).toHaveLength(1)
})

test('of too many logins at once some are put off, and reads go on', async ({ withHost }) => {
  await withHost({}, async (host) => {
    const user = await createUser(host)
    const { email, password } = user
    const logins = Array.from({ length: 300 }, () =>
      call(host, 'POST', '/api/auth/login', { json: { email, password } }),
    )
    expect(await listNotes(host, user)).toEqual([])

    const answers = await Promise.all(logins)
    const putOff = answers.filter(({ status }) => status === 503)
    expect(putOff.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 200).length).toBe(300 - putOff.length)
    for (const answer of putOff) {
      expect(jsonOf(answer)).toEqual({
        message: 'Hay demasiadas peticiones en este momento. Inténtalo de nuevo en unos segundos.',
      })
      expect(answer.headers['retry-after']).toBe('5')
    }
  })
})

test('a session whose use cannot be noted is still good', async ({ withHost }) => {
  await withHost({}, async (host) => {
    const user = await createUser(host)
    const dayBeforeYesterday = Date.now() - 2 * 24 * 60 * 60 * 1000
    await withDatabase(host, ({ write }) =>
      write(sql('UPDATE sessions SET last_used_at = ?', dayBeforeYesterday)),
    )
    const unlock = await lockDatabase(host)
    try {
      expect(await listNotes(host, user)).toEqual([])
      await expect
        .poll(() => host.output(), { timeout: 10_000 })
        .toMatch(/"level":"error".+(database is locked|timeout)/)
      expect(await listNotes(host, user)).toEqual([])
    } finally {
      await unlock()
    }
  })
})
