import { randomUUID } from 'node:crypto'
import type { Note } from '@/lib/domain/note'
import {
  type ApiResponse,
  atOnce,
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  notesStatus,
  type User,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { execute, lockDatabase, rowsOf, select } from '../../support/database'

const NOT_SIGNED_IN = 'Inicia sesión para continuar.'
const NOT_FOUND = 'Esa nota no existe.'
const CHANGED = 'La nota ha cambiado desde que se cargó.'

const FEATURES = 'idempotency-key, delete-if-match, versions'
const STRONG_ETAG = /^"[\x21\x23-\x7e]+"$/

test('a new note, a read and an edit respond with the three keys and an ETag', async ({ user }) => {
  const text = { title: 'Compras', content: 'pan\nleche' }
  const created = await user.call('POST', '/api/notes', { json: text })
  expect(created.status).toBe(201)
  const _id = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(jsonOf(created)).toEqual({ _id, ...text })
  await expectRead(created)

  const changed = { title: 'Recados', content: 'pan' }
  const edited = await user.call('PUT', pathOf(created), { json: changed })
  expect(edited.status).toBe(200)
  expect(jsonOf(edited)).toEqual({ _id: idOf(created), ...changed })
  expect(edited.headers.etag).not.toBe(created.headers.etag)
  await expectRead(edited)

  async function expectRead(written: ApiResponse) {
    expect(written.headers.etag).toMatch(STRONG_ETAG)
    const read = await user.call('GET', pathOf(written))
    expect([read.status, jsonOf(read), read.headers.etag]).toEqual([
      200,
      jsonOf(written),
      written.headers.etag,
    ])
    expect(read.headers['content-type']).toMatch(/^application\/json/)
    expect(read.headers['notas-features']).toBe(FEATURES)
  }
})

test('the list begins with the latest edit', async ({ host, user }) => {
  const empty = await user.call('GET', '/api/notes')
  expect([empty.status, empty.body.toString()]).toEqual([200, '[]'])
  const a = await createNote(host, user, 'A', 'uno')
  const b = await createNote(host, user, 'B', 'dos')
  const c = await createNote(host, user, 'C', 'tres')
  expect(await listNotes(host, user)).toEqual([c, b, a])

  const edit = (id: string, title: string) => user.call('PUT', `/api/notes/${id}`, { json: note(title) })
  await edit(a._id, 'A2')
  expect(titles(await listNotes(host, user))).toEqual(['A2', 'C', 'B'])
  await edit(b._id, 'B2')
  await user.call('DELETE', `/api/notes/${c._id}`)
  await createNote(host, user, 'D')
  expect(titles(await listNotes(host, user))).toEqual(['D', 'B2', 'A2'])
  // An edit that changes nothing is an edit too.
  await edit(a._id, 'A2')
  expect(titles(await listNotes(host, user))).toEqual(['A2', 'D', 'B2'])

  const { headers } = await user.call('GET', '/api/notes')
  expect(headers['notas-features']).toBe(FEATURES)
  expect(headers.vary?.split(/, */)).toContain('Accept-Encoding')
  expect(headers.etag).toMatch(STRONG_ETAG)
  expect(headers['content-type']).toMatch(/^application\/json/)
})

/** Forms that proxies which compress give to an ETag. */
const CHANGED_ON_THE_WAY: [name: string, condition: (etag: string) => string][] = [
  ['weak, by nginx', (etag) => `W/${etag}`],
  ['by Apache', (etag) => etag.replace(/"$/, '-gzip"')],
  ['by Apache 2.2', (etag) => `${etag}-gzip`],
  ['by Apache with brotli', (etag) => etag.replace(/"$/, '-br"')],
  ['by Caddy', (etag) => etag.replace(/"$/, '-zstd"')],
  ['by Jetty', (etag) => etag.replace(/"$/, '--gzip"')],
  ['by Apache behind Cloudflare', (etag) => `W/${etag.replace(/"$/, '-gzip"')}`],
]

const CONDITIONS: [name: string, condition: (etag: string) => string, holds: boolean][] = [
  ['its ETag', (etag) => etag, true],
  ...CHANGED_ON_THE_WAY.map((form): (typeof CONDITIONS)[number] => [...form, true]),
  ['any version', () => '*', true],
  ['a list with its ETag', (etag) => `"otra", ${etag} ,"y otra"`, true],
  ['its ETag with another suffix', (etag) => etag.replace(/"$/, '-otra"'), false],
  ['its ETag without quotes', (etag) => etag.slice(1, -1), false],
  ['the ETag of a version before', (etag) => `"${Number(etag.slice(1, -1)) - 1}"`, false],
  ['another ETag', () => '"otra"', false],
  ['a list without its ETag', () => '"otra", "y otra"', false],
  ['nothing', () => '', false],
]

test('an edit and a delete are made only if If-Match holds', async ({ user }) => {
  for (const [name, condition, holds] of CONDITIONS) {
    const created = await user.call('POST', '/api/notes', { json: note('Compras') })
    const withCondition = ({ headers: { etag } }: ApiResponse) => ({ 'If-Match': condition(String(etag)) })
    const edit = { json: note('Recados'), headers: withCondition(created) }
    const edited = await user.call('PUT', pathOf(created), edit)
    if (holds) expect(edited.status, name).toBe(200)
    else expectMessage(edited, 412, CHANGED, name)
    expect(edited.headers.etag !== undefined, name).toBe(holds)
    const before = await user.call('GET', '/api/notes')
    expect(titles(jsonOf(before) as Note[]), name).toEqual([holds ? 'Recados' : 'Compras'])

    const newest = holds ? edited : created
    const deleted = await user.call('DELETE', pathOf(created), { headers: withCondition(newest) })
    const list = await user.call('GET', '/api/notes')
    const trash = jsonOf(await user.call('GET', '/api/trash'))
    if (holds) {
      expect([deleted.status, deleted.headers['notas-trash'], jsonOf(list)], name).toEqual([204, '30', []])
      expect(trash, name).toMatchObject([jsonOf(newest)])
    } else {
      expectMessage(deleted, 412, CHANGED, name)
      expect(deleted.headers['notas-trash']).toBeUndefined()
      expect([jsonOf(list), trash], name).toEqual([[jsonOf(newest)], []])
      expect(list.headers.etag).toBe(before.headers.etag)
    }
    await user.call('DELETE', pathOf(created))
    await user.call('DELETE', '/api/trash')
  }
})

test('a delete with If-Match that meets an edit does what its response says', async ({ host, user }) => {
  for (let round = 0; round < 10; round += 1) {
    const created = await user.call('POST', '/api/notes', { json: note('Compras') })
    const headers = { 'If-Match': String(created.headers.etag) }
    // Both have read that version before one can write.
    const unlock = await lockDatabase(host)
    const remove = () => user.call('DELETE', pathOf(created), { headers })
    const edit = () => user.call('PUT', pathOf(created), { json: note('Recados'), headers })
    const both = round % 2 ? [edit(), remove()].reverse() : [remove(), edit()]
    for (let read = 0; read < 3; read += 1) await listNotes(host, user)
    await unlock()

    const [deleted, edited] = (await Promise.all(both)).map(({ status }) => status)
    // The edit may reach the host after the delete.
    expect(['204 404', '204 412', '412 200']).toContain(`${deleted} ${edited}`)
    const isThere = (await user.call('GET', pathOf(created))).status === 200
    expect(isThere).toBe(deleted === 412)
  }
})

test('versions are exact near the largest safe integer', async ({ host, user }) => {
  await execute(host, 'UPDATE users SET notes_version = 9007199254740000 WHERE email = ?', user.email)
  const created = await user.call('POST', '/api/notes', { json: note('Compras') })
  const headers = { 'If-Match': '"9007199254740001"' }
  const edited = await user.call('PUT', pathOf(created), { json: note('Recados'), headers })
  const found = await user.call('GET', pathOf(created))
  const etags = [created, edited, found].map(({ headers }) => headers.etag)
  expect(etags).toEqual(['"9007199254740001"', '"9007199254740002"', '"9007199254740002"'])
})

test('hosts of the release before, which raise the version, may write', async ({ host, user }) => {
  const versionOfUser = async () => {
    const [row] = await select(host, 'SELECT notes_version FROM users WHERE email = ?', user.email)
    return `"${row?.notes_version}"`
  }
  const created = await user.call('POST', '/api/notes', { json: note('Compras') })
  expect(await versionOfUser()).toBe(created.headers.etag)

  await execute(host, 'UPDATE users SET notes_version = notes_version + 5 WHERE email = ?', user.email)
  const edit = `UPDATE notes SET title = 'Recados', version = users.notes_version FROM users
    WHERE users.id = user_id AND email = ?`
  await execute(host, edit, user.email)
  const found = await user.call('GET', pathOf(created))
  expect(await versionOfUser()).toBe(found.headers.etag)

  const edited = await user.call('PUT', pathOf(created), { json: note('Compras') })
  expect(await versionOfUser()).toBe(edited.headers.etag)
  const versions = [created, found, edited].map(({ headers }) => Number(headers.etag?.slice(1, -1)))
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
})

test('one of several concurrent edits of a version is saved', async ({ host, user }) => {
  for (const [condition, count] of [
    [undefined, 1],
    ['*', 8],
  ] as const) {
    const created = await user.call('POST', '/api/notes', { json: note('Compras') })
    const headers = { 'If-Match': condition ?? String(created.headers.etag) }
    // All of them have read that version before one can write.
    const unlock = await lockDatabase(host)
    const edits = atOnce(8, (number) =>
      user.call('PUT', pathOf(created), { json: note(`edición ${number}`), headers }),
    )
    for (let read = 0; read < 5; read += 1) await listNotes(host, user)
    await unlock()

    const responses = await edits
    const saved = responses.filter(({ status }) => status === 200)
    expect(saved).toHaveLength(count)
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(8 - count)
    if (count === 1) expect(await listNotes(host, user)).toEqual([jsonOf(saved[0] as ApiResponse)])
  }
})

const UNCHANGED: [name: string, condition: (etag: string) => string, status: 200 | 304][] = [
  ['its ETag', (etag) => etag, 304],
  ...CHANGED_ON_THE_WAY.map((form): (typeof UNCHANGED)[number] => [...form, 304]),
  ['a list with its ETag', (etag) => `"otra",${etag}`, 304],
  ['any version', () => '*', 304],
  ['another ETag', () => '"otra"', 200],
  ['nothing', () => '', 200],
]

test('an unchanged list is not sent again', async ({ user }) => {
  await user.addNote('Compras')
  const list = await user.call('GET', '/api/notes')
  for (const [name, condition, status] of UNCHANGED) {
    const headers = { 'If-None-Match': condition(String(list.headers.etag)) }
    const response = await user.call('GET', '/api/notes', { headers })
    expect(response.status, name).toBe(status)
    expect(response.body.toString()).toBe(status === 304 ? '' : list.body.toString())
    for (const name of ['etag', 'cache-control', 'vary', 'notas-features'])
      expect(response.headers[name]).toBe(list.headers[name])
    if (status !== 304) continue
    expect(response.headers['content-length']).toBeUndefined()
    expect(response.headers['content-type']).toBeUndefined()
  }
})

test("the ETag of a list changes with each write, and is no other user's", async ({ host, user }) => {
  const etag = async () => (await user.call('GET', '/api/notes')).headers.etag
  const seen = [await etag()]
  const other = await createUser(host)
  const headers = { 'If-None-Match': String(seen[0]) }
  const response = await other.call('GET', '/api/notes', { headers })
  expect(response.status).toBe(200)
  expect(response.headers.etag).not.toBe(seen[0])

  const _id = await user.addNote('Compras')
  seen.push(await etag())
  await user.call('PUT', `/api/notes/${_id}`, { json: note('Recados') })
  seen.push(await etag())
  await user.call('DELETE', `/api/notes/${_id}`)
  seen.push(await etag())
  await user.call('POST', `/api/trash/${_id}/restore`)
  seen.push(await etag())
  await user.addNote('Compras')
  seen.push(await etag())
  expect(new Set(seen).size).toBe(6)
  expect(await etag()).toBe(seen.at(-1))
})

/** Calls of a signed-in user, ID standing for a note's. */
const NOTE_CALLS = [
  'GET /api/notes/ID',
  'PUT /api/notes/ID',
  'DELETE /api/notes/ID',
  'GET /api/notes/ID/versions',
  'POST /api/trash/ID/restore',
  'DELETE /api/trash/ID',
]
const OTHER_CALLS = [
  'GET /api/notes',
  'POST /api/notes',
  'GET /api/trash',
  'DELETE /api/trash',
  'POST /api/auth/logout',
  'GET /api/account',
  'DELETE /api/account',
  'PUT /api/account/password',
  'GET /api/account/sessions',
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/x',
]

const IDS = [
  randomUUID(),
  '1',
  'undefined',
  '__proto__',
  'constructor',
  '..%2Fauth',
  '%00',
  '%E0%A4%A',
  '%',
  '%F0%9F%A6%9C',
  "'%20OR%201=1%20--",
  `${randomUUID()}%20`,
  `${randomUUID()}%0A`,
  '0'.repeat(4000),
]

const MAYBE_IF_MATCH: Record<string, string>[] = [{}, { 'If-Match': '*' }, { 'If-Match': '"1"' }]

test('a note that is deleted, of another user, or none, gets 404, and ids are case-sensitive', async ({
  host,
  user: owner,
}) => {
  // A proxy refuses some of these paths.
  const [node = host] = host.nodes
  const user = await createUser(node)
  const [id, deleted] = [await owner.addNote('Compras'), await owner.addNote('Recados')]
  for (const each of [id, deleted]) await owner.changeNote(each, 'Plantas', 'pan')
  await owner.call('DELETE', `/api/notes/${deleted}`)
  await user.call('DELETE', `/api/notes/${await user.addNote('Recados')}`)
  const stored = async () => [await listNotes(host, owner), jsonOf(await owner.call('GET', '/api/trash'))]
  const before = await stored()

  async function expectNotFound({ token }: User, calls: string[], of: string) {
    for (const [method = '', path = ''] of calls.map((name) => name.replace('ID', of).split(' '))) {
      const json = method === 'PUT' ? note('robada') : undefined
      for (const headers of MAYBE_IF_MATCH) {
        const response = await call(node, method, path, { token, json, headers })
        expectMessage(response, 404, NOT_FOUND, `${method} ${path} ${headers['If-Match']}`)
        expect(response.headers.etag).toBeUndefined()
      }
    }
  }
  const upperCase = (await user.addNote('Compras')).toUpperCase()
  for (const other of [...IDS, upperCase, id, deleted]) await expectNotFound(user, NOTE_CALLS, other)
  await expectNotFound(owner, NOTE_CALLS.slice(0, 4), deleted)

  expect(titles(await listNotes(host, user))).toEqual(['Compras'])
  expect((await user.call('DELETE', '/api/trash')).status).toBe(204)
  expect(jsonOf(await user.call('GET', '/api/trash'))).toEqual([])
  expect(await stored()).toEqual(before)
})

const CREDENTIALS: [name: string, headers: Record<string, string>][] = [
  ['no token', {}],
  ['an empty token', { Authorization: 'Bearer ' }],
  ['an unknown token', { Authorization: `Bearer ${'a'.repeat(43)}` }],
  ['a token of another scheme', { Authorization: 'Basic Y2FybWVuOmNsYXZl' }],
  ['two tokens', { Authorization: 'Bearer a Bearer b' }],
  ['a token in SQL', { Authorization: "Bearer ' OR 1=1 --" }],
  ['a very long token', { Authorization: `Bearer ${'a'.repeat(8000)}` }],
]

test('every call of a user needs a valid token', async ({ host, user }) => {
  const longer = { Authorization: `Bearer ${user.token}x` }
  for (const named of [...NOTE_CALLS, ...OTHER_CALLS]) {
    const [method = '', path = ''] = named.replace('ID', randomUUID()).split(' ')
    for (const [name, headers] of [...CREDENTIALS, ['a longer token', longer] as const]) {
      // An invalid body: the token is checked first.
      const body = method === 'GET' ? undefined : '<xml>'
      const options = { headers: { ...headers, 'Content-Type': 'text/xml' }, body }
      const response = await call(host, method, path, options)
      expectMessage(response, 401, NOT_SIGNED_IN, `${method} ${path} with ${name}`)
      expect(response.headers['www-authenticate']).toBe('Bearer')
    }
  }
})

test('a session that has written stores nothing after its end and learns nothing', async ({ host, user }) => {
  const id = await user.addNote('Compras')
  await user.changeNote(id, 'Compras', 'pan')
  expect((await user.call('POST', '/api/auth/logout')).status).toBe(204)
  for (const body of ['{"title":"Compras","content":"sal"}', '{"title":1}', '{']) {
    for (const path of ['', `/${id}`, `/${randomUUID()}`, '/x']) {
      const method = path ? 'PUT' : 'POST'
      const headers = { 'Content-Type': 'application/json' }
      const response = await user.call(method, `/api/notes${path}`, { headers, body })
      expectMessage(response, 401, NOT_SIGNED_IN, `${method} ${path} ${body}`)
      expect(response.headers['www-authenticate']).toBe('Bearer')
    }
  }
  expect(await select(host, 'SELECT content FROM notes WHERE id = ? OR content = ?', id, 'sal')).toEqual([
    { content: 'pan' },
  ])
})

test('a token is accepted after Bearer alone, and its hash is none', async ({ host, user }) => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
    const headers = { Authorization: `${scheme} ${user.token}` }
    expect((await call(host, 'GET', '/api/notes', { headers })).status).toBe(200)
  }
  expect((await call(host, 'GET', `/api/notes?token=${user.token}`)).status).toBe(401)

  const hashes = await rowsOf(host, 'sessions', user)
  expect(hashes).toHaveLength(1)
  expect(await notesStatus(host, String(hashes[0]?.token_hash))).toBe(401)
  expect(await notesStatus(host, user.token)).toBe(200)
})

function note(title: string, content = ''): { title: string; content: string } {
  return { title, content }
}

function idOf(response: ApiResponse): string {
  return (jsonOf(response) as Note)._id
}

function pathOf(response: ApiResponse): string {
  return `/api/notes/${idOf(response)}`
}

function titles(notes: Note[]): string[] {
  return notes.map(({ title }) => title)
}
