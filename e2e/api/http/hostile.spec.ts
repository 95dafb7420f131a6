import { call } from '../../support/api-client'
import { test as base, expect, expectMessage } from '../../support/api-fixtures'
import { openSocket, requestOf } from '../../support/sockets'

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
