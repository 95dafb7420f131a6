import { createHttpServer } from '@/server/http/http-server'
import type { Log } from '@/server/http/log'
import { call, logIn } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { linesOf } from '../../support/log-lines'
import { listenOnLoopback } from '../../support/servers/process'
import { openSocket, requestOf } from '../../support/sockets'

const MALFORMED = 'La petición no es válida.'

const REQUESTS: [name: string, request: string, status: string, message: string][] = [
  ['that is no HTTP', 'hola\r\n\r\n', '400 Bad Request', MALFORMED],
  ['without a Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request', MALFORMED],
  [
    'whose Host is none',
    'GET /api/health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    '400 Bad Request',
    MALFORMED,
  ],
  [
    'whose headers are too large',
    `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'La cabecera de la petición es demasiado grande.',
  ],
]

for (const [name, request, status, message] of REQUESTS) {
  test(`a request ${name} gets ${status} in JSON, and its line in the log`, async ({ host, log }) => {
    expect(await responseTo(host, request)).toEqual({ status: `HTTP/1.1 ${status}`, message })
    expect((await call(host, 'GET', '/api/health')).status).toBe(200)
    const line = { level: 'info', event: 'request.refused', status: Number.parseInt(status, 10) }
    const time = expect.any(String)
    await expect.poll(() => linesOf(log)).toContainEqual({ time, ...line, address: '127.0.0.1' })
  })
}

test('a request that expects what the host does not know is answered and logged as any other', async ({
  host,
  log,
}) => {
  const headers = { Expect: 'pan' }
  expect((await call(host, 'GET', '/api/notes', { headers })).status).toBe(401)
  await expect
    .poll(() => linesOf(log))
    .toContainEqual(expect.objectContaining({ path: '/api/notes', status: 401 }))
})

test('a request that does not end in time gets 408 in JSON', { tag: '@slow' }, async () => {
  const logged: unknown[] = []
  const log = { info: (fields: unknown) => logged.push(fields) } as unknown as Log
  const server = createHttpServer({ log })
  Object.assign(server, { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 50 })
  const { origin, stop } = await listenOnLoopback(server)
  expect(await responseTo({ origin }, 'GET / HTTP/1.1\r\nHost: x\r\n')).toEqual({
    status: 'HTTP/1.1 408 Request Timeout',
    message: 'La petición no ha llegado a tiempo.',
  })
  expect(await (await openSocket({ origin })).closed).toBe(true)
  expect(logged).toEqual([{ event: 'request.refused', status: 408, address: '127.0.0.1' }])
  await stop()
})

test('an idle connection stays open for KEEP_ALIVE_SECONDS, by default 75', async ({ host, start }) => {
  const short = await openSocket(await start({ KEEP_ALIVE_SECONDS: '1' }))
  const usual = await openSocket(host)
  const request = requestOf('/api/health')
  for (const { socket } of [short, usual]) socket.write(request)
  await short.closed
  expect(short.received()).toContain('\r\nKeep-Alive: timeout=1\r\n')
  expect(usual.received()).toContain('\r\nKeep-Alive: timeout=75\r\n')

  usual.socket.write(request)
  await expect.poll(() => usual.received().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  usual.socket.destroy()
})

test('over plain http there is neither HSTS nor what only works over https', async ({
  start,
  host,
  user,
}) => {
  const plain = await start({ SITE_URL: 'http://mini.local:3000/app' })
  const secure = await start({ SITE_URL: 'https://notas.example/app' })
  for (const path of ['/app/', '/', '/api/health', '/api/notes', '/app/unknown']) {
    const responses = await Promise.all([host, plain, secure].map((from) => call(from, 'GET', path)))
    const valuesOf = (name: string) => responses.map(({ headers }) => headers[name])
    const policies = ['same-origin', undefined, 'same-origin']
    expect(valuesOf('cross-origin-opener-policy'), path).toEqual(policies)
    const hsts = [undefined, undefined, 'max-age=31536000']
    expect(valuesOf('strict-transport-security'), path).toEqual(hsts)
  }
  // Browsers send Sec-Fetch-Site over https, and to their own machine, alone.
  for (const site of ['same-site', 'cross-site', '']) {
    const token = await logIn(host, user)
    const headers = { 'Sec-Fetch-Site': site }
    const response = await call(host, 'POST', '/api/auth/logout', { token, headers })
    expect(response.headers['clear-site-data'], site).toBeUndefined()
  }
})

test('security.txt names the contact, if there is one', async ({ start, host }) => {
  const contact = 'mailto:seguridad@correo.es'
  const named = await start({ SECURITY_CONTACT: contact })
  const { status, headers, body } = await call(named, 'GET', '/.well-known/security.txt')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const lines = body.toString().trim().split('\n')
  const fields = new Map(lines.map((line) => line.split(/: (.*)/) as [string, string]))
  expect(fields.get('Contact')).toBe(contact)
  const expires = Date.parse(fields.get('Expires') ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000)
  expect((await call(host, 'GET', '/.well-known/security.txt')).status).toBe(404)
})

async function responseTo(host: { origin: string }, request: string) {
  const { socket, closed, received } = await openSocket(host)
  socket.write(request)
  await closed
  const response = Buffer.from(received(), 'latin1').toString()
  const [head = '', body = ''] = response.split('\r\n\r\n')
  const [status, ...headers] = head.split('\r\n')
  expect(headers).toContain('Content-Type: application/json')
  expect(headers).toContain('X-Content-Type-Options: nosniff')
  expect(headers).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
  return { status, message: JSON.parse(body).message }
}
