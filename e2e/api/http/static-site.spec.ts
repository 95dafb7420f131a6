import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readFolder } from '@/server/site/folder'
import { moveSite } from '@/server/site/site'
import { call, createNote, type Origin } from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'

const SCREENS: [path: string, file: string][] = [
  ['/app/', 'index.html'],
  ['/app/register/', 'register/index.html'],
  ['/app/notas/', 'notas/index.html'],
  ['/app/create-note/', 'create-note/index.html'],
  ['/app/note-editor/', 'note-editor/index.html'],
  ['/app/note-editor/7d5b3f0a-51c4-4d3b-9d0e-0b7f5a3c2e19', 'note-editor/index.html'],
  ['/app/note-editor/7d5b3f0a-51c4-4d3b-9d0e-0b7f5a3c2e19/', 'note-editor/index.html'],
  ['/app/note-editor/1?volver=si', 'note-editor/index.html'],
  ['/app/note-editor/una%20nota', 'note-editor/index.html'],
  ['/app/note-editor/ma%C3%B1ana', 'note-editor/index.html'],
  ['/app/note-editor/a.b.html', 'note-editor/index.html'],
  ['/app/note-editor/...', 'note-editor/index.html'],
  ['/app/note-editor/a%2Fb', 'note-editor/index.html'],
  ['/app/note-editor/..%2Fnotas', 'note-editor/index.html'],
  ['/app/note-editor/100%', 'note-editor/index.html'],
  ['/app/note-editor/%zz', 'note-editor/index.html'],
  ['/app/note-editor/%E0%A4', 'note-editor/index.html'],
  ['/app/note-editor/__proto__', 'note-editor/index.html'],
  [`/app/note-editor/${'a'.repeat(2000)}`, 'note-editor/index.html'],
]

test('each address of a screen serves its page', async ({ host }) => {
  for (const [path, file] of SCREENS) {
    const response = await call(host, 'GET', path)
    expect(response.status, path).toBe(200)
    expect(response.body.equals(readFileSync(join('out', file))), path).toBe(true)
    expect(response.headers['content-type']).toMatch(/^text\/html; charset=utf-8$/i)
    expect(response.headers['cache-control']).toBe('public, no-cache')
  }
})

const UNKNOWN = [
  '/app/unknown',
  '/app/unknown/',
  '/app/note-editor/a/b',
  '/app/notas/1',
  '/application',
  '/ap',
  '/notas/',
  '/favicon.ico',
  '/app/_next/static/unknown.js',
  '/app/_next/',
  '/app//notas/',
  '/app/../package.json',
  '/app/..%2fpackage.json',
  '/app/%2e%2e/%2e%2e/server/package.json',
  '/app/__proto__',
  '/app/%',
  '/apix',
]

test('any other path gets 404 and the not-found page, even with its ETag', async ({ host }) => {
  for (const path of UNKNOWN) {
    const first = await call(host, 'GET', path)
    const again = await call(host, 'GET', path, { headers: { 'If-None-Match': String(first.headers.etag) } })
    for (const response of [first, again]) {
      expect(response.status, path).toBe(404)
      expect(response.body.equals(readFileSync('out/404.html')), path).toBe(true)
      expect(response.headers['cache-control']).toBe('public, no-cache')
    }
  }
})

const REDIRECTS: [path: string, status: 302 | 308, location: string][] = [
  ['/', 302, '/app/'],
  ['/app', 308, '/app/'],
  ['/app?a=1&b=%20', 308, '/app/?a=1&b=%20'],
  ['/app?%0d%0aSet-Cookie:%20a=b', 308, '/app/?%0d%0aSet-Cookie:%20a=b'],
  ['/app/notas', 308, '/app/notas/'],
  ['/app/notas?buscar=pan', 308, '/app/notas/?buscar=pan'],
  ['/app/register', 308, '/app/register/'],
  ['/app/create-note', 308, '/app/create-note/'],
  ['/app/note-editor', 308, '/app/note-editor/'],
]

test('a path without its last slash redirects', async ({ host }) => {
  for (const [path, status, location] of REDIRECTS) {
    for (const method of ['GET', 'HEAD']) {
      const response = await call(host, method, path)
      expect([response.status, response.headers.location], path).toEqual([status, location])
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  }
})

const OTHER_SITES = [
  '//evil.example',
  '//evil.example/app',
  '///evil.example',
  '/\\evil.example',
  '/%5cevil.example',
  '/%2f/evil.example',
  '/%09/evil.example',
  '/app//evil.example',
  '/app//evil.example/..',
  '/app/\\evil.example',
  '/app/%2fevil.example/%2e%2e',
  '/app?//evil.example',
  '/app/notas?//evil.example',
  '/app/notas/..//evil.example',
  'http://evil.example/app/notas',
]

test('no path redirects to another site', async ({ host }) => {
  for (const path of OTHER_SITES) {
    const { location } = (await call(host, 'GET', path)).headers
    expect(new URL(location ?? '', `${host.origin}/`).origin, path).toBe(host.origin)
  }
})

test('hashed files are cached as immutable', async ({ host }) => {
  for (const path of await staticFiles(host)) {
    const response = await call(host, 'GET', path)
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['content-type']).toMatch(/^(text\/(javascript|css)|font\/woff2)/)
  }
})

test('an unchanged page or script gets 304, and each encoding has an ETag of its own', async ({ host }) => {
  const [script] = await staticFiles(host)
  const etags = new Set<unknown>()
  for (const path of ['/app/', '/app/notas/', String(script)]) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const first = await call(host, 'GET', path, { headers: { 'Accept-Encoding': encoding } })
      const headers = { 'Accept-Encoding': encoding, 'If-None-Match': String(first.headers.etag) }
      const again = await call(host, 'GET', path, { headers })

      expect(again.status).toBe(304)
      expect(again.body).toHaveLength(0)
      expect(again.headers['content-length']).toBeUndefined()
      expect(again.headers['content-encoding']).toBeUndefined()
      for (const name of ['etag', 'cache-control', 'vary']) {
        expect(again.headers[name]).toBe(first.headers[name])
      }
      const other = await call(host, 'GET', path, { headers: { ...headers, 'If-None-Match': '"otra"' } })
      expect(other.status).toBe(200)
      etags.add(first.headers.etag)
    }
  }
  expect(etags.size).toBe(9)
})

const ENCODINGS: [accepted: string | undefined, encoding: 'br' | 'gzip' | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0.000', undefined],
  ['br;q=0,gzip;q=0,*', undefined],
  ['deflate', undefined],
  ['brotli', undefined],
]

test('pages and lists are compressed as Accept-Encoding says', async ({ host, user }) => {
  await createNote(host, user, 'Compras', 'pan '.repeat(1000))
  const list = await user.call('GET', '/api/notes')
  for (const [accepted, encoding] of ENCODINGS) {
    const headers = accepted === undefined ? undefined : { 'Accept-Encoding': accepted }
    for (const [path, bytes] of [
      ['/app/notas/', readFileSync('out/notas/index.html')],
      ['/api/notes', list.body],
    ] as const) {
      const response = await user.call('GET', path, { headers })
      expect([response.status, response.headers['content-encoding']], accepted).toEqual([200, encoding])
      expect(response.headers.vary).toMatch(/\bAccept-Encoding\b/)
      const decode = encoding && { br: brotliDecompressSync, gzip: gunzipSync }[encoding]
      expect(decode ? decode(response.body) : response.body, accepted).toEqual(bytes)
      expect(response.headers['content-length']).toBe(String(response.body.length))
      // A list has one strong ETag, compressed or not.
      if (path === '/api/notes') expect(response.headers.etag).toBe(list.headers.etag)
    }
  }
  expect(list.headers.etag).toMatch(/^"/)
})

test('every response has the security headers', async ({ host }) => {
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/app/'],
    ['GET', '/app/unknown'],
    ['POST', '/app/'],
    ['GET', '/api/health'],
    ['GET', '/api/notes'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/unknown'],
  ] as const) {
    expect((await call(host, method, path)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
  // Pages may have neither base nor plug-in, and responses of the API load nothing at all.
  const policyOf = async (path: string) => (await call(host, 'GET', path)).headers['content-security-policy']
  expect(await policyOf('/app/')).toBe("base-uri 'none'; frame-ancestors 'none'; object-src 'none'")
  expect(await policyOf('/api/health')).toContain("default-src 'none'")
})

test('HEAD gets the status and headers of GET without a body', async ({ user }) => {
  for (const path of ['/app/', '/app/unknown', '/api/health', '/api/notes', '/api/notes/1', '/api/unknown']) {
    const got = await user.call('GET', path)
    const head = await user.call('HEAD', path)

    expect(head.status).toBe(got.status)
    expect(head.body).toHaveLength(0)
    for (const name of ['etag', 'content-type', 'cache-control', 'vary']) {
      expect(head.headers[name], `${name} of ${path}`).toBe(got.headers[name])
    }
  }
})

test('a page answers GET and HEAD alone', async ({ host }) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    for (const path of ['/', '/app', '/app/', '/app/notas/', '/app/unknown']) {
      const response = await call(host, method, path, { json: {} })
      expect([response.status, response.headers.allow], `${method} ${path}`).toEqual([405, 'GET, HEAD'])
    }
  }
})

test('a text that is shared where no service worker receives it leads to the form, with the reason', async ({
  start,
}) => {
  for (const basePath of ['/app', '']) {
    const host = await start({ BASE_PATH: basePath })
    const agent = new Agent({ keepAlive: true })
    for (const bytes of [0, 20, 4 * 1024 * 1024]) {
      const path = `${basePath}/create-note/`
      const response = await call(host, 'POST', path, { body: 'x'.repeat(bytes), agent })
      expect([response.status, response.headers.location]).toEqual([303, `${path}#shared-not-kept`])
    }
    for (const path of [
      `${basePath}/create-note`,
      `${basePath}/create-note/index.html`,
      '/other/create-note/',
    ])
      expect((await call(host, 'POST', path, { json: {} })).status, path).toBe(405)
    expect((await call(host, 'PUT', `${basePath}/create-note/`, { json: {} })).status).toBe(405)
    agent.destroy()
  }
})

test('an unknown call gets 404 in JSON, whatever its method', async ({ user }) => {
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/unknown'],
    ['GET', '/api/notes/'],
    ['GET', '/api/notes/1/2'],
    ['PATCH', '/api/notes'],
    ['DELETE', '/api/notes'],
    ['GET', '/api/auth/login'],
    ['POST', '/api/health'],
    ['OPTIONS', '/api/notes'],
  ] as const) {
    const response = await user.call(method, path)
    expectMessage(response, 404, 'Esa dirección no existe.', `${method} ${path}`)
    expect(response.headers['cache-control']).toBe('no-store, no-transform')
  }
})

test('a base path that only the host is given moves the front end', async ({ start }) => {
  const moved = moveSite(readFolder('out'), { basePath: '', apiHost: '' })
  const host = await start({ BASE_PATH: '' })
  for (const [path, status, file] of [
    ['/', 200, 'index.html'],
    ['/?a=1', 200, 'index.html'],
    ['/notas/', 200, 'notas/index.html'],
    ['/note-editor/una%20nota', 200, 'note-editor/index.html'],
    ['/sw.js', 200, 'sw.js'],
    ['/app/', 404, '404.html'],
    ['//notas/', 404, '404.html'],
  ] as const) {
    const response = await call(host, 'GET', path)
    expect([path, response.status]).toEqual([path, status])
    expect(response.body.equals(moved.get(file) as Uint8Array), path).toBe(true)
  }
  for (const path of ['/', '/notas/', '/note-editor/1']) {
    const page = (await call(host, 'GET', path)).body.toString()
    const named = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] as string)
    expect(named.length).toBeGreaterThan(3)
    for (const file of new Set(named))
      expect([200, 308], file).toContain((await call(host, 'GET', file)).status)
  }
  expect((await call(host, 'GET', '/api/health')).status).toBe(200)
  expect((await call(host, 'GET', '/notas?a=1')).headers.location).toBe('/notas/?a=1')
  for (const path of ['//evil.example', '//evil.example/notas', '/\\evil.example', '//notas']) {
    const { location } = (await call(host, 'GET', path)).headers
    expect(new URL(location ?? '', `${host.origin}/`).origin).toBe(host.origin)
  }
})

async function staticFiles(host: Origin): Promise<string[]> {
  const page = (await call(host, 'GET', '/app/')).body.toString()
  const files = [...new Set(page.match(/\/app\/_next\/static\/[^"\\]+/g))]
  expect(files.length).toBeGreaterThan(3)
  return files
}
