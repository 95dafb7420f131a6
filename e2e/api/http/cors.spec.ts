import { call, createUser } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'

test('pages of an allowed origin may call the API', async ({ start }) => {
  const origins = ['https://notas.example', 'http://localhost:3000']
  const host = await start({ CORS_ORIGINS: origins.join(', ') })
  const { token } = await createUser(host)
  for (const origin of origins) {
    const preflight = await call(host, 'OPTIONS', '/api/notes/1', {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,if-match',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe(origin)
    expect(preflight.headers['access-control-allow-methods']?.split(',')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']),
    )
    const asked = ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match']
    expect(preflight.headers['access-control-allow-headers']?.toLowerCase().split(',')).toEqual(
      expect.arrayContaining(asked),
    )

    const headers = { Origin: origin }
    const list = await call(host, 'GET', '/api/notes', { token, headers })
    const known = { ...headers, 'If-None-Match': String(list.headers.etag) }
    for (const [status, response] of [
      [200, list],
      [304, await call(host, 'GET', '/api/notes', { token, headers: known })],
      [401, await call(host, 'GET', '/api/notes', { headers })],
      [404, await call(host, 'GET', '/api/unknown', { headers })],
    ] as const) {
      expect(response.status).toBe(status)
      expect(response.headers['access-control-allow-origin']).toBe(origin)
      expect(response.headers['access-control-expose-headers']).toMatch(
        /^ETag, ?Notas-ETag, ?Notas-Features, ?Notas-Trash, ?Notas-Versions, ?Retry-After$/,
      )
      expect(response.headers.vary).toMatch(/\bOrigin\b/)
      expect(response.headers['access-control-allow-credentials']).toBeUndefined()
    }
    expect(list.headers.vary).toMatch(/\bAccept-Encoding\b/)
  }
})

const OTHER_ORIGINS = [
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

test('other origins get no CORS headers, and one warning in the log', async ({ host: closed, start }) => {
  const open = await start({ CORS_ORIGINS: 'https://notas.example' })
  for (const host of [closed, open]) {
    for (const origin of OTHER_ORIGINS) {
      const headers = { Origin: origin, 'Access-Control-Request-Method': 'PUT' }
      for (const response of [
        await call(host, 'OPTIONS', '/api/notes/1', { headers }),
        await call(host, 'GET', '/api/health', { headers }),
        await call(host, 'GET', '/api/notes', { headers }),
        await call(host, 'GET', '/app/', { headers }),
      ]) {
        const names = Object.keys(response.headers)
        expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  }
  const warnings = () =>
    open.output().match(/"message":"A page of '.+?' calls the API, .+? does not name it\."/g)
  await expect
    .poll(warnings)
    .toEqual([
      `"message":"A page of '${OTHER_ORIGINS[0]}' calls the API, and CORS_ORIGINS does not name it."`,
    ])
})
