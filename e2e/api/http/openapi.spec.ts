import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Api, call, jsonOf, logIn, newRegistration, type User } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { preloading } from '../../support/servers/host'

const COUNT_COMPRESSIONS = `import { syncBuiltinESMExports } from 'node:module'; import zlib from 'node:zlib'
  for (const name of ['brotliCompress', 'gzip']) {
    const compress = zlib[name]
    zlib[name] = (...parameters) => {
      console.log('called ' + name)
      return compress(...parameters)
    }
  }
  syncBuiltinESMExports()`

const FORWARDED = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via']

test('the health check needs no token, and names the release to its own machine alone', async ({ host }) => {
  for (const header of FORWARDED) {
    const response = await call(host, 'GET', '/api/health', { headers: { [header]: '127.0.0.1' } })
    expect([response.status, jsonOf(response)], header).toEqual([200, { status: 'ok' }])
  }
  const { version, commit, date, sources } = JSON.parse(readFileSync('out/build.json', 'utf8'))
  const direct = await call(host, 'GET', '/api/health')
  expect(jsonOf(direct)).toEqual({ status: 'ok', version, commit, date, sources })
})

type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}
type Content = { content?: { 'application/json': { schema: Schema } }; headers?: object }
type Description = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, { security?: object[]; responses: Record<string, Content> }>>
  components: { schemas: Record<string, Schema> }
}

test('the OpenAPI description lists every call with its responses', async ({ host }) => {
  const response = await call(host, 'GET', '/api/openapi.json')
  expect(response.status).toBe(200)
  const { openapi, servers, paths } = jsonOf(response) as Description

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
    ['DELETE /account', 'signed in', '204 400 401 403 408 413 429 503'],
    ['DELETE /account/sessions', 'signed in', '204 400 401 403 408 413 429 503'],
    ['DELETE /account/sessions/{id}', 'signed in', '204 401 404 503'],
    ['DELETE /notes/{id}', 'signed in', '204 401 404 412 503'],
    ['DELETE /trash', 'signed in', '204 401 412 503'],
    ['DELETE /trash/{id}', 'signed in', '204 401 404 503'],
    ['GET /account', 'signed in', '200 401 503'],
    ['GET /account/sessions', 'signed in', '200 401 503'],
    ['GET /auth/oidc', 'anyone', '200 400 404'],
    ['GET /auth/oidc/callback', 'anyone', '302 404'],
    ['GET /auth/oidc/start', 'anyone', '302 400 404'],
    ['GET /health', 'anyone', '200 503'],
    ['GET /notes', 'signed in', '200 304 401 503'],
    ['GET /notes/{id}', 'signed in', '200 401 404 503'],
    ['GET /notes/{id}/versions', 'signed in', '200 401 404 503'],
    ['GET /trash', 'signed in', '200 401 503'],
    ['POST /auth/forgot', 'anyone', '200 204 400 403 408 413 429 503'],
    ['POST /auth/login', 'anyone', '200 400 401 403 408 413 429 503'],
    ['POST /auth/logout', 'signed in', '204 401 503'],
    ['POST /auth/oidc/session', 'anyone', '200 400 401 408 413 429 503'],
    ['POST /auth/register', 'anyone', '201 400 403 408 409 413 429 503'],
    ['POST /auth/reset', 'anyone', '204 400 403 408 410 413 429 503'],
    ['POST /notes', 'signed in', '201 400 401 408 413 415 422 503 507'],
    ['POST /trash/{id}/restore', 'signed in', '200 401 404 503'],
    ['PUT /account/password', 'signed in', '204 400 401 403 408 413 429 503'],
    ['PUT /notes/{id}', 'signed in', '200 400 401 404 408 412 413 415 503 507'],
  ])
})

test('the description is compressed once for each encoding; all get the same bytes', async ({ start }) => {
  const host = await start(preloading(COUNT_COMPRESSIONS))
  const get = (encoding: string) =>
    call(host, 'GET', '/api/openapi.json', { headers: { 'Accept-Encoding': encoding } })
  const plain = (await get('identity')).body
  for (const [encoding, name, decode] of [
    ['br', 'brotliCompress', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const bodies = (await Promise.all([1, 2, 3, 4].map(() => get(encoding)))).map(({ body }) => body)
    for (const body of [...bodies, (await get(encoding)).body]) expect(body).toEqual(bodies[0])
    expect(decode(bodies[0] as Buffer)).toEqual(plain)
    expect(host.output().match(new RegExp(`called ${name}`, 'g'))).toHaveLength(1)
  }
})

test('each response about logins, links and providers is as described', async ({ host }) => {
  const expectAsDescribed = await describedBy(host)
  const json = newRegistration()
  await expectAsDescribed('POST /auth/register', 201, { json })
  await expectAsDescribed('POST /auth/register', 409, { json })
  await expectAsDescribed('POST /auth/register', 400, { json: {} })
  const { token } = jsonOf(await expectAsDescribed('POST /auth/login', 200, { json })) as User
  await expectAsDescribed('POST /auth/login', 401, { json: { ...json, password: 'otra clave' } })
  await expectAsDescribed('POST /auth/login', 400, { json: {} })
  await expectAsDescribed('POST /auth/logout', 204, { token })
  await expectAsDescribed('POST /auth/logout', 401, { token })

  await expectAsDescribed('POST /auth/forgot', 200, { json })
  await expectAsDescribed('POST /auth/forgot', 204, { json: { email: '' } })
  await expectAsDescribed('POST /auth/forgot', 400, { json: {} })
  await expectAsDescribed('POST /auth/reset', 410, { json: { token: 'a', password: 'otra clave' } })
  await expectAsDescribed('POST /auth/reset', 400, { json: {} })
  const query = `?return_to=${host.origin}/app/&challenge=${'a'.repeat(43)}`
  await expectAsDescribed('GET /auth/oidc', 200, { query })
  await expectAsDescribed('GET /auth/oidc', 400)
  await expectAsDescribed('GET /auth/oidc/start', 302, { query })
  await expectAsDescribed('GET /auth/oidc/start', 400)
  await expectAsDescribed('GET /auth/oidc/callback', 302)
  await expectAsDescribed('POST /auth/oidc/session', 401, { json: { code: 'a', verifier: 'b' } })
  await expectAsDescribed('POST /auth/oidc/session', 400, { json: {} })
  await expectAsDescribed('GET /health', 200, { headers: { Via: '1.1 nginx' } })
})

test('each response about notes and the trash is as described', async ({ host, user: { token } }) => {
  const expectAsDescribed = await describedBy(host)
  const json = { title: 'Compras', content: 'pan' }
  const { _id: id } = jsonOf(await expectAsDescribed('POST /notes', 201, { token, json })) as { _id: string }
  await expectAsDescribed('POST /notes', 400, { token, json: {} })
  await expectAsDescribed('POST /notes', 401, { json })
  await expectAsDescribed('POST /notes', 415, { token, json, headers: { 'Content-Type': 'text/plain' } })
  const headers = { 'Idempotency-Key': '"1"' }
  await expectAsDescribed('POST /notes', 201, { token, json, headers })
  await expectAsDescribed('POST /notes', 422, { token, json: { ...json, title: '' }, headers })
  await expectAsDescribed('POST /notes', 413, { token, body: ' '.repeat(1024 * 1024 + 1) })
  await expectAsDescribed('GET /notes', 200, { token })
  await expectAsDescribed('GET /notes', 304, { token, headers: { 'If-None-Match': '*' } })
  await expectAsDescribed('GET /notes', 401)
  await expectAsDescribed('GET /notes/{id}', 200, { token, id })
  await expectAsDescribed('GET /notes/{id}', 404, { token, id: '1' })
  const outdated = { token, headers: { 'If-Match': '"1"' } }
  await expectAsDescribed('PUT /notes/{id}', 200, { token, json, id })
  await expectAsDescribed('PUT /notes/{id}', 200, { token, json: { ...json, content: 'sal' }, id })
  await expectAsDescribed('GET /notes/{id}/versions', 200, { token, id })
  await expectAsDescribed('GET /notes/{id}/versions', 404, { token, id: '1' })
  await expectAsDescribed('GET /notes/{id}/versions', 401, { id })
  await expectAsDescribed('PUT /notes/{id}', 412, { ...outdated, json, id })
  await expectAsDescribed('PUT /notes/{id}', 404, { token, json, id: '1' })
  await expectAsDescribed('DELETE /notes/{id}', 412, { ...outdated, id })
  await expectAsDescribed('DELETE /notes/{id}', 204, { token, id })
  await expectAsDescribed('DELETE /trash', 412, outdated)
  await expectAsDescribed('DELETE /notes/{id}', 404, { token, id })
  await expectAsDescribed('GET /trash', 200, { token })
  await expectAsDescribed('GET /trash', 401)
  await expectAsDescribed('POST /trash/{id}/restore', 200, { token, id })
  await expectAsDescribed('POST /trash/{id}/restore', 404, { token, id })
  await expectAsDescribed('DELETE /notes/{id}', 204, { token, id })
  await expectAsDescribed('DELETE /trash/{id}', 204, { token, id })
  await expectAsDescribed('DELETE /trash/{id}', 404, { token, id })
  await expectAsDescribed('DELETE /trash', 204, { token })
})

test('each response about the account and its sessions is as described', async ({ host, user }) => {
  const expectAsDescribed = await describedBy(host)
  const { token, password } = user
  await expectAsDescribed('GET /account', 200, { token })
  await expectAsDescribed('GET /account', 401)
  await expectAsDescribed('GET /account/sessions', 200, { token })
  await expectAsDescribed('DELETE /account/sessions', 204, { token, json: { password } })
  await expectAsDescribed('DELETE /account/sessions', 403, { token })
  await expectAsDescribed('DELETE /account/sessions/{id}', 404, { token, id: 'x' })
  const json = { currentPassword: password, newPassword: 'otra clave' }
  await expectAsDescribed('PUT /account/password', 204, { token, json })
  await expectAsDescribed('PUT /account/password', 403, { token, json })
  await expectAsDescribed('PUT /account/password', 400, { token, json: {} })
  const [session] = jsonOf(await user.call('GET', '/api/account/sessions')) as { id: string }[]
  await expectAsDescribed('DELETE /account/sessions/{id}', 204, { token, id: session?.id })

  const next = { token: await logIn(host, { ...user, password: 'otra clave' }) }
  await expectAsDescribed('DELETE /account', 403, { ...next, json: { password } })
  await expectAsDescribed('DELETE /account', 400, { ...next, json: {} })
  await expectAsDescribed('DELETE /account', 401, { json: { password } })
  await expectAsDescribed('DELETE /account', 204, { ...next, json: { password: 'otra clave' } })
})

type Options = Parameters<typeof call>[3] & { query?: string; id?: string }

/** Returns a function that makes a call, and expects its response to be as the host describes it. */
async function describedBy(host: Api) {
  const { paths, components } = jsonOf(await call(host, 'GET', '/api/openapi.json')) as Description
  return async (name: string, status: number, { query = '', id = '', ...options }: Options = {}) => {
    const [method = '', path = ''] = name.split(' ')
    const described = paths[path]?.[method.toLowerCase()]?.responses[status]
    const response = await call(host, method, `/api${path.replace('{id}', id)}${query}`, options)
    expect(response.status, name).toBe(status)
    expect(response.headers['cache-control'], name).toBe('no-store, no-transform')
    expect(described, `${status} of ${name}`).toBeDefined()
    const { etag, 'notas-etag': repeated } = response.headers
    expect(repeated, name).toBe(etag)
    expect(Object.keys(described?.headers ?? {}), name).toEqual(etag ? ['ETag', 'Notas-ETag'] : [])
    const schema = described?.content?.['application/json'].schema
    if (!schema) expect(response.body).toHaveLength(0)
    else expectToFit(jsonOf(response), schema, components.schemas)
    return response
  }
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
