import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPTIONAL, PROMISES } from '@notas/host-contract'
import type { Note } from '@/lib/domain/note'
import { type ApiResponse, jsonOf } from '../support/api-client'
import { expect, test } from '../support/api-fixtures'
import { resultsOf } from '../support/contract-results'
import { type FaultyProxy, type ProxiedCall, startFaultyProxy } from '../support/servers/faulty-proxy'
import { freePort, type ServerProcess, waitUntilReachable } from '../support/servers/process'

type Answer = { status: number; headers?: Record<string, string>; body?: string }

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
    const results = await resultsOf(example.origin)
    expect(results.map(({ is }) => is)).toEqual([
      'holds',
      ...Object.keys(PROMISES).fill('holds'),
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
      const broken = (await resultsOf(proxy.origin)).filter(({ is }) => is === 'broken')
      expect(broken.map(({ name }) => name)).toContain(promise)
    })

  test('is told where it redirects a write', async () => {
    proxy.fault = ({ method, path }) =>
      method === 'PUT' ? { status: 301, headers: { Location: `${path}/` } } : undefined
    const results = await resultsOf(proxy.origin)
    const { reason } =
      results.find(({ name }) => name === 'answers to writes are no pages and are not redirected') ?? {}
    expect(reason).toMatch(/^PUT (\/api\/notes\/[\w-]+) is redirected to \1\/$/)
  })
})

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
