import { type Api, call, createUser } from '../../support/api-client'
import { test as base, expect, expectMessage } from '../../support/api-fixtures'
import { openSocket, requestOf } from '../../support/sockets'

const ROUTES = [
  '/',
  '/app/',
  '/app/notas/',
  '/app/note-editor/1',
  '/api/health',
  '/api/openapi.json',
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/logout',
  '/api/notes',
  '/api/notes/1',
  '/api/unknown',
  '/unknown',
]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE']

const ENDINGS = [
  '%',
  '%%%',
  '%zz',
  '%00',
  '%0d%0aSet-Cookie:%20a=b',
  '%e0%a4%a',
  '%ff%fe',
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/package.json',
  '/..%5c..%5cpackage.json',
  '\\..\\..\\package.json',
  '//evil.example',
  '/\\evil.example',
  '/@evil.example',
  '/__proto__',
  '/constructor/prototype',
  '?__proto__[x]=1&a=%',
  '?',
  ';jsessionid=1',
  '#x',
  '[]|^`{}<>"',
  `/${'a'.repeat(7000)}`,
  '/a'.repeat(3500),
  `?${'a=1&'.repeat(1700)}`,
]

const HEADERS: Record<string, string>[] = [
  { Authorization: 'Bearer' },
  { Authorization: 'Bearer \x80\xff' },
  { Authorization: 'a'.repeat(7000) },
  { Cookie: 'token=%; __proto__=1' },
  { Accept: '*/*;q=x,,,;;;===' },
  { 'Accept-Encoding': 'br;q=x, gzip;q=-1, ;;, *' },
  { 'If-None-Match': '"'.repeat(500) },
  { 'If-Match': ',,,,W/,"' },
  { Origin: 'null' },
  { Origin: 'javascript:alert(1)' },
  { Host: 'evil.example:99999' },
  { Host: 'a b' },
  { Host: '[::1' },
  { Host: '' },
  { 'Content-Type': 'application/json; charset=' },
  { 'Content-Encoding': 'gzip' },
  { Range: 'bytes=0-0,5-1,-' },
  { Expect: 'x' },
  { Connection: 'upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'x' },
  { Connection: 'upgrade', Upgrade: 'h2c' },
  { 'X-Forwarded-For': '"><script>', 'X-HTTP-Method-Override': 'DELETE' },
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`X-${index}`, 'a'])),
]

const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '{"__proto__":{"email":"a@b.es"}}',
  '{"email":{"__proto__":null},"password":["a"],"title":{},"content":{}}',
  '{"constructor":{"prototype":{"x":1}},"title":"a","content":"b"}',
  `{"title":"a","content":"b","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  '['.repeat(500_000),
  `{"title":"a","content":"b",${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`,
  `{"title":${'9'.repeat(100_000)}}`,
  '{"title":"a","content":"b"}\u0000',
  `{"email":"${'a'.repeat(200_000)}@${'a.'.repeat(100_000)}es","password":"una clave","userName":"a"}`,
  `{"email":"a@${'a-'.repeat(200_000)}!","password":"una clave","userName":"a"}`,
]

const posted = (path: string, headers: string, body: string) =>
  `POST /api${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`

/** Bytes that no HTTP client library would send. */
const RAW: [name: string, bytes: string | Buffer][] = [
  ['nothing', ''],
  ['an empty line', '\r\n\r\n'],
  ['noise', Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256))],
  ['the beginning of TLS', Buffer.from('16030100c8010000c40303', 'hex')],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 'NOTAS /api/notes HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['HTTP/0.9', 'GET /api/health\r\n\r\n'],
  ['HTTP/1.0', 'GET /api/health HTTP/1.0\r\n\r\n'],
  ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n'],
  ['two Hosts', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['another address', 'GET http://evil.example/app HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an invalid address', 'GET http:///%zz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ['a path without a slash', 'GET app HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a path in Latin-1', Buffer.from('GET /app/ma\xf1ana HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1')],
  ['20 KiB of path', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['20 KiB of header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b: c\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['a negative length', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
  ['a huge length', `POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Length: ${'9'.repeat(30)}\r\n\r\n{`],
  ['two lengths', 'POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x'],
  [
    'a length and chunks',
    posted(
      '/notes',
      'Content-Length: 4\r\nTransfer-Encoding: chunked',
      `0\r\n\r\n${requestOf('/api/health')}`,
    ),
  ],
  ['an unknown coding', posted('/notes', 'Transfer-Encoding: xchunked', '0\r\n\r\n')],
  ['broken chunks', posted('/auth/login', 'Transfer-Encoding: chunked', 'zz\r\n{}\r\n')],
  ['half a body', posted('/auth/login', 'Content-Length: 100', '{"email":')],
  ['half a chunk', posted('/auth/register', 'Transfer-Encoding: chunked', 'ff\r\n{"email":')],
  ['half a request', 'GET /api/notes HTTP/1.1\r\nHo'],
]

const test = base.extend<{ noErrors: undefined }>({
  noErrors: [
    async ({ host, log }, use) => {
      await use(undefined)
      expect((await call(host, 'GET', '/api/health')).status).toBe(200)
      expect(log.output().match(/^.*("status":5\d\d|"level":"error").*$|^(?!Notas|\{).+$/gm)).toBeNull()
    },
    { auto: true },
  ],
})

for (const route of ROUTES) {
  test(`${route} handles any method, path ending and header`, { tag: '@slow' }, async ({ host }) => {
    for (const method of METHODS) await expectNoServerError(host, method, route)
    for (const ending of ENDINGS) await expectNoServerError(host, 'GET', `${route}${ending}`)
    for (const headers of HEADERS) {
      await expectNoServerError(host, 'GET', route, { headers })
      await expectNoServerError(host, 'POST', route, { headers, body: '{}' })
    }
  })
}

test('calls handle any body', { tag: '@slow' }, async ({ host }) => {
  const { token } = await createUser(host)
  for (const [method, path] of [
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/register'],
    ['POST', '/api/notes'],
    ['PUT', '/api/notes/1'],
    ['DELETE', '/api/notes/1'],
    ['GET', '/api/notes'],
    ['POST', '/app/'],
    ['POST', '/api/auth/logout'],
  ] as const) {
    for (const body of BODIES) await expectNoServerError(host, method, path, { token, body })
  }
})

test('a socket that sends anything and hangs up causes no error', { tag: '@slow' }, async ({ host }) => {
  for (const [name, bytes] of RAW) {
    const { socket, closed, received } = await openSocket(host)
    socket.end(bytes)
    await closed
    expect(received(), name).not.toMatch(/HTTP\/1\.1 5|evil\.example/)
  }
})

test('a Host that is no address gets 400 with a message', async ({ host }) => {
  for (const name of ['@', 'a b', 'a/b', 'evil.example:99999', '[::1']) {
    const response = await call(host, 'GET', '/api/health', { headers: { Host: name } })
    expectMessage(response, 400, 'La petición no es válida.', name)
    expect(response.headers['content-type']).toBe('application/json')
  }
})

async function expectNoServerError(
  host: Api,
  method: string,
  path: string,
  options: Parameters<typeof call>[3] = {},
) {
  const label = `${method} ${path.slice(0, 80)} ${JSON.stringify(options).slice(0, 120)}`
  const response = await call(host, method, path, options)

  expect(response.status, label).toBeGreaterThanOrEqual(200)
  expect(response.status, label).toBeLessThan(500)
  expect(response.body.toString(), label).not.toMatch(/root:|"@notas\/server"|node_modules|SQLITE/)
}
