import { gzipSync } from 'node:zlib'
import type { Random } from '../../support/random'
import { hostileJson, hostileString } from './hostile-json'

export type HostileRequest = {
  method: string
  path: string
  bytes: Buffer
  body: Buffer
  /** Valid HTTP, to which the host itself must respond. */
  isHttp: boolean
}

export type Names = {
  /** Methods and paths of the OpenAPI description: 'PUT /notes/{id}'. */
  calls: string[]
  tokens: string[]
  ids: string[]
  secret: string
}

/** Size of a head, in bytes, above which Node may respond 431 by itself. */
const MAX_HEAD = 15_000

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

const IDS = [
  '1',
  '%00',
  '%2e%2e',
  '..%2f..',
  '%ff%fe',
  '%',
  '__proto__',
  "'%20OR%201=1",
  'a'.repeat(4_000),
  '%F0%9F%98%80',
]

const QUERIES = ['?a=%', '?__proto__[x]=1', '?', `?${'a=1&'.repeat(500)}`, '?a=%00']

const PAGES = ['/', '/app/', '/app/notas/', '/app/note-editor/1', '/unknown']

const ENDINGS = [
  '',
  '%',
  '%zz',
  '%00',
  '%0d%0aSet-Cookie:%20a=b',
  '%ff%fe',
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/package.json',
  '\\..\\..\\package.json',
  '//evil.example',
  '/\\evil.example',
  '/__proto__',
  ';jsessionid=1',
  '[]|^`{}<>"',
  `/${'a'.repeat(7_000)}`,
  ...QUERIES,
]

const TYPES = [
  'application/json; charset=latin1',
  'application/jsonx',
  'text/plain',
  'multipart/form-data',
  'a;b=',
  '',
]

const HEADERS = [
  'Content-Encoding: gzip',
  'Content-Encoding: notas',
  'Accept-Encoding: br;q=x, gzip;q=-1, ;;, *',
  'Accept: */*;q=x,,;;=',
  'If-Match: "1"',
  'If-Match: ,,W/"',
  'If-None-Match: *',
  'If-None-Match: """',
  'Origin: null',
  'Origin: javascript:alert(1)',
  'Cookie: token=%; __proto__=1',
  'X-Forwarded-For: "><script>, ::1%eth0',
  'X-HTTP-Method-Override: DELETE',
  'Range: bytes=0-0,5-1,-',
  'Expect: 100-continue',
  'Content-Language: \xff\xfe',
  `X-Long: ${'a'.repeat(8_000)}`,
]

export function hostileRequest(random: Random, names: Names): HostileRequest {
  const [documented = '', route = ''] = random.pick(names.calls).split(' ')
  const method = random.chance(0.9) ? documented : random.pick(METHODS)
  const id = random.chance(0.6) ? random.pick(names.ids) : random.pick(IDS)
  const query = random.chance(0.1) ? random.pick([...QUERIES, `?token=${random.pick(names.tokens)}`]) : ''
  const path = random.chance(0.1)
    ? `${random.pick(PAGES)}${random.pick(ENDINGS)}`
    : `/api${route.replace('{id}', () => id)}${query}`
  const body = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : bodyOf(random, route, names.secret)

  const headers = ['Host: x', 'Connection: close', `Content-Type: ${typeOf(random)}`]
  if (random.chance(0.9)) headers.push(`Authorization: ${authorization(random, names.tokens)}`)
  while (random.chance(0.3)) headers.push(random.pick(HEADERS))
  if (random.chance(0.005)) headers.push(`X-Longer: ${'a'.repeat(20_000)}`)
  const framing = framingOf(random, body)
  const head = [`${method} ${path} HTTP/1.1`, ...headers, ...framing.headers].join('\r\n')
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), framing.bytes])
  return { method, path, bytes, body, isHttp: framing.isHttp && head.length < MAX_HEAD }
}

function bodyOf(random: Random, route: string, secret: string): Buffer {
  const isForNotes = random.chance(0.95) === route.startsWith('/notes')
  const text = random.chance(0.9) ? fieldsOf(random, isForNotes, secret) : hostileJson(random)
  const body = Buffer.from(text)
  switch (random.below(20)) {
    case 0:
      return body.subarray(0, random.below(body.length))
    case 1:
      return Buffer.concat([Buffer.from('\ufeff'), body])
    case 2:
      return Buffer.from(text.replace(/[a-z]/, '\xff'), 'latin1')
    case 3:
      return Buffer.concat([body, Buffer.from(random.pick(['\0', 'x', '{}', ' \n']))])
    case 4:
      return gzipSync(body)
    default:
      return body
  }
}

function fieldsOf(random: Random, isForNotes: boolean, secret: string): string {
  const fields = isForNotes
    ? [`"title":${hostileString(random)}`, `"content":${hostileString(random, `${secret} `)}`]
    : [
        `"userName":${hostileString(random)}`,
        `"email":"${random.below(1_000)}.${secret}@correo.es"`,
        `"password":${hostileString(random, secret)}`,
      ]
  if (random.chance(0.1)) fields.push(`"title":${hostileJson(random)}`)
  if (random.chance(0.1)) fields.push(`"__proto__":${hostileJson(random)}`)
  if (random.chance(0.05)) fields.shift()
  return `{${fields.join()}}`
}

function typeOf(random: Random): string {
  return random.chance(0.9)
    ? random.pick(['application/json', 'Application/JSON; charset=utf-8'])
    : random.pick(TYPES)
}

function authorization(random: Random, tokens: string[]): string {
  const token = random.pick(tokens)
  if (random.chance(0.9)) return `Bearer ${token}`
  return random.pick([
    'Bearer',
    `bearer  ${token}`,
    `Basic ${token}`,
    `Bearer ${token}x`,
    'Bearer \xff',
    'Bearer ..',
  ])
}

function framingOf(random: Random, body: Buffer): { headers: string[]; bytes: Buffer; isHttp: boolean } {
  const length = (count: number | string) => `Content-Length: ${count}`
  if (random.chance(0.1)) {
    const chunk = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
    const bytes = Buffer.concat([body.length > 0 ? chunk : Buffer.alloc(0), Buffer.from('0\r\n\r\n')])
    return { headers: ['Transfer-Encoding: chunked'], bytes, isHttp: true }
  }
  if (random.chance(0.95)) return { headers: [length(body.length)], bytes: body, isHttp: true }
  const wrong = random.pick([
    [length(body.length + 10)],
    [length(Math.floor(body.length / 2))],
    [length(-1)],
    [length('9'.repeat(30))],
    [length(1), length(2)],
    [length(body.length), 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: xchunked'],
    ['X\x01: y'],
  ])
  return { headers: wrong, bytes: body, isHttp: false }
}
