import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORS, OPTIONAL, PROMISES } from '@notas/host-contract'
import type { Note } from '@/lib/domain/note'
import { type ApiResponse, call, jsonOf } from '../support/api-client'
import { expect, test } from '../support/api-fixtures'
import { checkHost, resultsOf } from '../support/contract-results'
import { type FaultyProxy, type ProxiedCall, startFaultyProxy } from '../support/servers/faulty-proxy'
import { freePort, type ServerProcess, waitUntilReachable } from '../support/servers/process'
import { openSocket } from '../support/sockets'

const FRONT_END = 'http://localhost:3000'

type Answer = { status: number; headers?: Record<string, string>; body?: string }

type ChangeHeaders = (
  headers: Record<string, string>,
  call: ProxiedCall,
  status: number,
) => Record<string, string>

const CORS_MISTAKES: [mistake: string, change: ChangeHeaders, reason: RegExp][] = [
  [
    'no CORS at all',
    () => ({}),
    /^OPTIONS \/api\/auth\/login answers 204 without Access-Control-Allow-Origin$/,
  ],
  [
    'another origin',
    (headers) => ({ ...headers, 'access-control-allow-origin': 'http://localhost:3001' }),
    /^OPTIONS \/api\/auth\/login answers 204 for the origin 'http:\/\/localhost:3001' alone$/,
  ],
  [
    'a star that does not stand for the token',
    (headers) => ({ ...headers, 'access-control-allow-headers': '*' }),
    /before a GET, answers without authorization in Access-Control-Allow-Headers$/,
  ],
  [
    'no PUT',
    (headers) => ({ ...headers, 'access-control-allow-methods': 'GET, POST, DELETE' }),
    /before a PUT, answers without PUT in Access-Control-Allow-Methods$/,
  ],
  [
    'methods in lower case',
    (headers) => ({ ...headers, 'access-control-allow-methods': 'get, post, put, delete' }),
    /before a PUT, answers without PUT in Access-Control-Allow-Methods$/,
  ],
  [
    'an ETag of notes alone that may not be sent back',
    (headers, { path, headers: { origin } }) =>
      origin && path !== '/api/notes'
        ? { ...headers, etag: '"1"', 'access-control-expose-headers': 'ETag' }
        : headers,
    /before a PUT, answers without if-match in Access-Control-Allow-Headers$/,
  ],
  [
    'a star that exposes what may not be sent back',
    (headers, { headers: { origin } }) =>
      origin ? { ...headers, 'notas-etag': '"1"', 'access-control-expose-headers': '*' } : headers,
    /before a GET, answers without if-none-match in Access-Control-Allow-Headers$/,
  ],
  [
    'failures without the header',
    (headers, _, status) => (status < 400 ? headers : {}),
    /^GET \/api\/notes answers 401 without Access-Control-Allow-Origin$/,
  ],
  [
    'an offer whose header may not be sent',
    (headers) => ({ ...headers, 'notas-features': '', 'access-control-expose-headers': 'Notas-Features' }),
    /before a POST, answers without idempotency-key in Access-Control-Allow-Headers$/,
  ],
]

test.describe('the example of the documents', () => {
  test.describe.configure({ mode: 'serial' })
  let folder: string
  let example: ServerProcess
  let proxy: FaultyProxy

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'notas-example-'))
    const file = join(folder, 'host.mjs')
    const [, code = ''] = /```js\n(.+?)```/s.exec(readFileSync('docs/write-your-own-host.md', 'utf8')) ?? []
    writeFileSync(file, code)
    const port = await freePort()
    const child = spawn(process.execPath, [file], { env: { ...process.env, PORT: String(port) } })
    example = await waitUntilReachable(child, `http://127.0.0.1:${port}`)
    proxy = await startFaultyProxy(example)
  })
  test.afterAll(async () => {
    await proxy.stop()
    await example.stop()
    rmSync(folder, { recursive: true })
  })

  test('keeps every promise, and offers nothing that is optional', async () => {
    const results = await resultsOf(example.origin, { frontEnd: FRONT_END })
    expect(results.map(({ is }) => is)).toEqual([
      'holds',
      ...Object.keys({ ...CORS, ...PROMISES }).fill('holds'),
      ...Object.keys(OPTIONAL).fill('not offered'),
    ])
  })

  const all = new Map<string, Note>()
  const created = new Map<string, Promise<ApiResponse>>()
  const empty = JSON.stringify({ title: '', content: '' })

  /** Answers that break a promise, by its name. */
  const BREAKING: Record<string, (call: ProxiedCall) => Promise<Answer> | Answer> = {
    'two accounts register and log in': changed(isLogin, { body: '{}' }),
    'a login with a wrong password fails with a message': changed(
      (call, { status }) => isLogin(call) && status === 401,
      { body: '{"error":"no"}' },
    ),
    'a registration with a taken email fails with a message': changed((_, { status }) => status === 409, {
      status: 201,
    }),
    'without a token, and with a wrong one, each call of notes is a 401': changed(
      ({ path }, { status }) => path === '/api/notes' && status === 401,
      { status: 200, body: '[]' },
    ),
    'a created note is in the list and is read by its id': changedList((notes) =>
      notes.map(({ _id: id, ...note }) => ({ id, ...note })),
    ),
    "another account's notes are in no list, and a 404 for each call": changedList((notes) => {
      for (const note of notes) all.set(note._id, note)
      return [...all.values()]
    }),
    'equal texts are two notes': async ({ method, path, token, body, forward }) => {
      if (method !== 'POST' || path !== '/api/notes') return answerOf(await forward())
      const known = created.get(`${token} ${body}`) ?? forward()
      created.set(`${token} ${body}`, known)
      return answerOf(await known)
    },
    'texts come back as they were sent: empty, with spaces, lines, emoji, marks, and long': changedList(
      (notes) => notes.map((note) => ({ ...note, content: note.content.trim() })),
    ),
    'a changed note has its new text and its old id, and no other note changes': async ({
      method,
      forward,
    }) => (method === 'PUT' ? { status: 200, body: empty } : answerOf(await forward())),
    'a deleted note is gone, and no other note is': async ({ method, forward }) =>
      method === 'DELETE' ? { status: 204 } : answerOf(await forward()),
    'a note that does not exist is a 404': changed((_, { status }) => status === 404, {
      status: 200,
      body: empty,
    }),
    'answers to writes are no pages and are not redirected': changed(({ method }) => method === 'PUT', {
      headers: { 'Content-Type': 'text/html' },
      body: '<h1>Guardada</h1>',
    }),
    'Notas-Features: failures are no pages either': async ({ forward }) => {
      const { status, body = '' } = answerOf(await forward())
      const headers = { 'Notas-Features': '' }
      return { status, headers, body: status === 404 ? '<h1>No existe</h1>' : body }
    },
    'ETag of a note: a change of another version than If-Match names is a 412': changed(() => true, {
      headers: { ETag: '"1"' },
    }),
    'idempotency-key: one note for each key, and a 422 for another text': changed(() => true, {
      headers: { 'Notas-Features': 'idempotency-key' },
    }),
  }

  for (const [promise, answer] of Object.entries(BREAKING))
    test(`is told if it breaks this promise: ${promise}`, async () => {
      proxy.fault = answer
      const results = await resultsOf(proxy.origin)
      const told = results.filter(({ is, reason }) => is === 'broken' || reason === 'the same fault as above')
      expect(told.map(({ name }) => name)).toContain(promise)
    })

  for (const [mistake, hide, reason] of CORS_MISTAKES)
    test(`is told what a browser would refuse: ${mistake}`, async () => {
      proxy.fault = async (call) => {
        const response = await call.forward()
        return { ...answerOf(response), headers: hide(headersOf(response), call, response.status) }
      }
      const results = await resultsOf(proxy.origin, { frontEnd: FRONT_END })
      const broken = results.filter(({ is }) => is === 'broken')
      expect(broken.map((result) => result.reason)).toEqual([expect.stringMatching(reason)])
    })

  test('is told that the answer to a wrong password is no 5xx', async () => {
    proxy.fault = changed((call, { status }) => isLogin(call) && status === 401, { status: 500 })
    const results = await resultsOf(proxy.origin)
    expect(results.filter(({ is }) => is === 'broken')).toMatchObject([
      {
        name: 'a login with a wrong password fails with a message',
        reason: expect.stringMatching(/^POST \/api\/auth\/login answers 500/),
      },
    ])
  })

  test('is told where versions are no list', async () => {
    proxy.fault = async ({ path, forward }) =>
      path.endsWith('/versions')
        ? { status: 200, body: '{"versions":[]}' }
        : { ...answerOf(await forward()), headers: { 'Notas-Features': 'versions' } }
    const results = await resultsOf(proxy.origin)
    expect(results.find(({ name }) => name.startsWith('versions:'))?.reason).toMatch(
      /versions answers no array$/,
    )
  })

  test('goes on after a request that breaks off, and after an email that is no text', async () => {
    const { socket, closed } = await openSocket(example)
    socket.write('POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{"email"')
    socket.destroy()
    await closed
    const json = { email: { toString: 1 }, password: 'x' }
    await expect(call(example, 'POST', '/api/auth/login', { json })).rejects.toThrow(/hang up/)
    expect((await call(example, 'GET', '/api/notes')).status).toBe(401)
  })

  test('is told that an answer to a preflight is none', async () => {
    proxy.fault = ({ method }) =>
      method === 'OPTIONS' ? { status: 401, body: '{"message":"Falta el token."}' } : undefined
    const results = await resultsOf(proxy.origin, { frontEnd: FRONT_END })
    expect(results.filter(({ is }) => is === 'broken')).toEqual([
      {
        name: 'CORS: a browser lets the front end make each call',
        is: 'broken',
        reason: 'OPTIONS /api/auth/login, which browsers send before a POST, answers 401',
      },
    ])
  })

  test('is not checked for CORS without a front end, nor for one on its own origin', async () => {
    for (const [frontEnd, reason] of [
      [undefined, 'name the front end: --front-end ORIGIN'],
      [example.origin, 'the front end has the origin of the host'],
    ] as const) {
      const results = await resultsOf(example.origin, { frontEnd })
      expect(results.slice(1, 4)).toEqual(
        Object.keys(CORS).map((name) => ({ name, is: 'not checked', reason })),
      )
    }
  })

  test('is told one fault once, with the message of the host', async () => {
    proxy.fault = ({ method, path }) =>
      method === 'GET' && path === '/api/notes'
        ? { status: 502, body: '{"message":"La base de datos no responde."}' }
        : undefined
    const { results, summary } = await checkHost(proxy.origin)
    expect(results.filter(({ is }) => is === 'broken')).toEqual([
      {
        name: 'a created note is in the list and is read by its id',
        is: 'broken',
        reason: 'GET /api/notes answers 502: "La base de datos no responde."',
      },
    ])
    expect(
      results.filter(({ reason }) => reason === 'the same fault as above').length,
    ).toBeGreaterThanOrEqual(10)
    expect(summary).toMatchObject({
      accounts: [/^contract-/, /^contract-/].map(expect.stringMatching),
      notes: 0,
    })
  })

  test('is asked nothing more once it is silent, and what stays is counted', async () => {
    let creations = 0
    const unanswered: string[] = []
    proxy.fault = ({ method, path }) => {
      if (method === 'POST' && path === '/api/notes') creations += 1
      if (creations <= 3) return undefined
      unanswered.push(method)
      return 'refuse'
    }
    const { results, summary } = await checkHost(proxy.origin)
    const [silent, ...later] = results.slice(results.findIndex(({ is }) => is === 'broken'))
    expect(silent?.reason).toMatch(/^POST \/api\/notes has no answer: \w+/)
    expect(later.map(({ is }) => is)).toEqual(later.map(() => 'not checked'))
    expect(summary).toMatchObject({
      accounts: [/^contract-/, /^contract-/].map(expect.stringMatching),
      notes: 3,
    })
    expect(unanswered).toEqual(['POST', 'DELETE'])
  })

  test('is slow and not broken where an answer takes its time', { tag: '@slow' }, async () => {
    proxy.fault = ({ method }) =>
      method === 'PUT' ? { respondAfter: new Promise((resolve) => setTimeout(resolve, 1500)) } : undefined
    const { results, summary } = await checkHost(proxy.origin)
    expect(results.filter(({ is }) => is === 'broken')).toEqual([])
    expect(summary.slowest.call).toMatch(/^PUT /)
    expect(summary.slowest.ms).toBeGreaterThan(1400)
  })

  test('is told where it redirects a write', async () => {
    proxy.fault = ({ method, path }) =>
      method === 'PUT' ? { status: 301, headers: { Location: `${path}/` } } : undefined
    const results = await resultsOf(proxy.origin)
    const reason = results.find(({ is }) => is === 'broken')?.reason
    expect(reason).toMatch(/^PUT (\/api\/notes\/[\w-]+) is redirected to \1\/$/)
  })
})

function headersOf({ headers }: ApiResponse): Record<string, string> {
  const found = Object.entries(headers).filter(([name]) => name.startsWith('access-control-'))
  return Object.fromEntries(found) as Record<string, string>
}

function changed(isMeant: (call: ProxiedCall, response: ApiResponse) => boolean, changes: Partial<Answer>) {
  return async (call: ProxiedCall): Promise<Answer> => {
    const response = await call.forward()
    return { ...answerOf(response), ...(isMeant(call, response) && changes) }
  }
}

function changedList(change: (notes: Note[]) => Partial<Note>[]) {
  return async ({ method, path, forward }: ProxiedCall): Promise<Answer> => {
    const response = await forward()
    const isList = method === 'GET' && path === '/api/notes' && response.status === 200
    return isList
      ? { status: 200, body: JSON.stringify(change(jsonOf(response) as Note[])) }
      : answerOf(response)
  }
}

function isLogin({ path }: ProxiedCall): boolean {
  return path === '/api/auth/login'
}

function answerOf({ status, body }: ApiResponse): Answer {
  return { status, body: String(body) }
}
