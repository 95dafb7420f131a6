import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Note } from '@/lib/domain/note'
import { OPTIONAL, PROMISES } from '@/server/contract/promises'
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

  const BROKEN: [name: string, promise: RegExp, answer: (call: ProxiedCall) => Promise<Answer> | Answer][] = [
    ['a login has no token', /log in$/, changed(isLogin, { body: '{}' })],
    [
      'a failed login has no message',
      /^a login with a wrong password/,
      changed((call, { status }) => isLogin(call) && status === 401, { body: '{"error":"no"}' }),
    ],
    [
      'an email registers twice',
      /^a registration with a taken email/,
      changed((_, { status }) => status === 409, { status: 201 }),
    ],
    [
      'with a wrong token the list is empty',
      /^without a token/,
      changed(({ path }, { status }) => path === '/api/notes' && status === 401, { status: 200, body: '[]' }),
    ],
    [
      'notes of the list have no _id',
      /^a created note is in the list/,
      changedList((notes) => notes.map(({ _id: id, ...note }) => ({ id, ...note }))),
    ],
    [
      'the list has the notes of all',
      /^another account's notes/,
      changedList((notes) => {
        for (const note of notes) all.set(note._id, note)
        return [...all.values()]
      }),
    ],
    [
      'equal texts are one note',
      /^equal texts are two notes/,
      async ({ method, path, token, body, forward }) => {
        if (method !== 'POST' || path !== '/api/notes') return answerOf(await forward())
        const known = created.get(`${token} ${body}`) ?? forward()
        created.set(`${token} ${body}`, known)
        return answerOf(await known)
      },
    ],
    [
      'texts are trimmed',
      /^texts come back/,
      changedList((notes) => notes.map((note) => ({ ...note, content: note.content.trim() }))),
    ],
    [
      'a change is not stored',
      /^a changed note/,
      async ({ method, forward }) =>
        method === 'PUT' ? { status: 200, body: empty } : answerOf(await forward()),
    ],
    [
      'a deletion is not done',
      /^a deleted note is gone/,
      async ({ method, forward }) => (method === 'DELETE' ? { status: 204 } : answerOf(await forward())),
    ],
    [
      'a note that does not exist is empty',
      /^a note that does not exist/,
      changed((_, { status }) => status === 404, { status: 200, body: empty }),
    ],
    ['If-Match is ignored', /^ETag of a note/, changed(() => true, { headers: { ETag: '"1"' } })],
    [
      'a feature is announced that is not there',
      /^idempotency-key/,
      changed(() => true, { headers: { 'Notas-Features': 'idempotency-key' } }),
    ],
  ]

  for (const [name, promise, answer] of BROKEN)
    test(`is named as broken where ${name}`, async () => {
      proxy.fault = answer
      const broken = (await resultsOf(proxy.origin)).filter(({ is }) => is === 'broken')
      expect(broken.map(({ name }) => name)).toContainEqual(expect.stringMatching(promise))
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
