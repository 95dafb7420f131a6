import { randomUUID } from 'node:crypto'
import type { Note } from '@/lib/domain/note'
import { type ApiResponse, call, createNote, createUser, jsonOf, listNotes } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { lockDatabase, sql, withDatabase } from '../../support/database'

const NOT_SIGNED_IN = { message: 'Inicia sesión para continuar.' }
const NOT_FOUND = { message: 'Esa nota no existe.' }
const CHANGED = { message: 'La nota ha cambiado desde que se cargó.' }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const STRONG_ETAG = /^"[\x21\x23-\x7e]+"$/

test('the response to a new note has its three keys and a strong ETag', async ({ host, user }) => {
  const text = { title: 'Compras', content: 'pan\nleche' }
  const response = await call(host, 'POST', '/api/notes', { token: user.token, json: text })

  expect(response.status).toBe(201)
  expect(jsonOf(response)).toEqual({ _id: expect.stringMatching(UUID), ...text })
  expect(response.headers.etag).toMatch(STRONG_ETAG)
  expect(response.headers['cache-control']).toBe('no-store')
})

test('the response to a read has the three keys of the note and the ETag of its save', async ({
  host,
  user,
}) => {
  const text = { title: 'Compras', content: 'pan' }
  const created = await call(host, 'POST', '/api/notes', { token: user.token, json: text })
  const response = await call(host, 'GET', pathOf(created), { token: user.token })

  expect(response.status).toBe(200)
  expect(jsonOf(response)).toEqual(jsonOf(created))
  expect(response.headers.etag).toBe(created.headers.etag)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['content-type']).toMatch(/^application\/json/)
})

test('the response to an edit has the note and a new ETag', async ({ host, user }) => {
  const created = await call(host, 'POST', '/api/notes', { token: user.token, json: note('Compras') })
  const text = { title: 'Recados', content: 'pan' }
  const edited = await call(host, 'PUT', pathOf(created), { token: user.token, json: text })

  expect(edited.status).toBe(200)
  expect(jsonOf(edited)).toEqual({ _id: idOf(created), ...text })
  expect(edited.headers.etag).toMatch(STRONG_ETAG)
  expect(edited.headers.etag).not.toBe(created.headers.etag)
  expect(edited.headers['cache-control']).toBe('no-store')

  const response = await call(host, 'GET', pathOf(created), { token: user.token })
  expect(jsonOf(response)).toEqual(jsonOf(edited))
  expect(response.headers.etag).toBe(edited.headers.etag)
})

test('an edit that changes nothing still counts as an edit', async ({ host, user }) => {
  const first = await createNote(host, user, 'A')
  await createNote(host, user, 'B')
  await call(host, 'PUT', `/api/notes/${first._id}`, { token: user.token, json: note('A') })

  expect(titles(await listNotes(host, user))).toEqual(['A', 'B'])
})

test('a deleted note is gone, and cannot be deleted again', async ({ host, user }) => {
  const { _id } = await createNote(host, user, 'Compras')
  const path = `/api/notes/${_id}`
  const response = await call(host, 'DELETE', path, { token: user.token })

  expect(response.status).toBe(204)
  expect(response.body).toHaveLength(0)
  expect(response.headers['content-length']).toBeUndefined()
  expect(response.headers['cache-control']).toBe('no-store')
  for (const method of ['GET', 'DELETE']) {
    const again = await call(host, method, path, { token: user.token })
    expect(again.status).toBe(404)
    expect(jsonOf(again)).toEqual(NOT_FOUND)
  }
  const edit = await call(host, 'PUT', path, { token: user.token, json: note('Compras') })
  expect(edit.status).toBe(404)
  expect(jsonOf(edit)).toEqual(NOT_FOUND)
  expect(await listNotes(host, user)).toEqual([])
})

test('a new user has no notes', async ({ host, user }) => {
  const response = await call(host, 'GET', '/api/notes', { token: user.token })

  expect(response.status).toBe(200)
  expect(response.body.toString()).toBe('[]')
})

test('the list begins with the latest edit', async ({ host, user }) => {
  const a = await createNote(host, user, 'A', 'uno')
  const b = await createNote(host, user, 'B', 'dos')
  const c = await createNote(host, user, 'C', 'tres')
  expect(await listNotes(host, user)).toEqual([c, b, a])

  await call(host, 'PUT', `/api/notes/${a._id}`, { token: user.token, json: note('A2') })
  expect(titles(await listNotes(host, user))).toEqual(['A2', 'C', 'B'])

  await call(host, 'PUT', `/api/notes/${b._id}`, { token: user.token, json: note('B2') })
  await call(host, 'DELETE', `/api/notes/${c._id}`, { token: user.token })
  await createNote(host, user, 'D')
  expect(titles(await listNotes(host, user))).toEqual(['D', 'B2', 'A2'])
})

test('a note can have an empty title, an empty content, or both', async ({ host, user }) => {
  const texts = [
    { title: '', content: 'pan' },
    { title: 'Compras', content: '' },
    { title: '', content: '' },
  ]
  for (const text of texts) {
    const created = await call(host, 'POST', '/api/notes', { token: user.token, json: text })
    expect(created.status).toBe(201)
    expect(jsonOf(await call(host, 'GET', pathOf(created), { token: user.token }))).toMatchObject(text)
    const edited = await call(host, 'PUT', pathOf(created), { token: user.token, json: note('', '') })
    expect(edited.status).toBe(200)
    expect(jsonOf(edited)).toMatchObject({ title: '', content: '' })
  }
})

test('a user cannot see, change or delete the notes of another user', async ({ host, user }) => {
  const mine = await createNote(host, user, 'Compras', 'pan')
  const { token } = await createUser(host)
  const path = `/api/notes/${mine._id}`

  expect(await listNotes(host, { token })).toEqual([])
  for (const response of [
    await call(host, 'GET', path, { token }),
    await call(host, 'PUT', path, { token, json: note('robada') }),
    await call(host, 'PUT', path, { token, json: note('robada'), headers: { 'If-Match': '*' } }),
    await call(host, 'DELETE', path, { token }),
    await call(host, 'DELETE', path, { token, headers: { 'If-Match': '*' } }),
    await call(host, 'DELETE', path, { token, headers: { 'If-Match': '"1"' } }),
  ]) {
    expect(response.status).toBe(404)
    expect(jsonOf(response)).toEqual(NOT_FOUND)
    expect(response.headers.etag).toBeUndefined()
  }
  expect(await listNotes(host, user)).toEqual([mine])
})

const CONDITIONS: [name: string, condition: (etag: string) => string, status: 200 | 412][] = [
  ['its ETag', (etag) => etag, 200],
  ['any version', () => '*', 200],
  ['a list with its ETag', (etag) => `"otra", ${etag} ,"y otra"`, 200],
  ['the weak form of its ETag', (etag) => `W/${etag}`, 412],
  ['its ETag without quotes', (etag) => etag.slice(1, -1), 412],
  ['another ETag', () => '"otra"', 412],
  ['a list without its ETag', () => '"otra", "y otra"', 412],
  ['nothing', () => '', 412],
]

for (const [name, condition, status] of CONDITIONS) {
  test(`an edit whose If-Match is ${name} gets ${status}`, async ({ host, user }) => {
    const created = await call(host, 'POST', '/api/notes', { token: user.token, json: note('Compras') })
    const edited = await call(host, 'PUT', pathOf(created), {
      token: user.token,
      json: note('Recados'),
      headers: { 'If-Match': condition(String(created.headers.etag)) },
    })

    expect(edited.status).toBe(status)
    if (status === 412) expect(jsonOf(edited)).toEqual(CHANGED)
    expect(titles(await listNotes(host, user))).toEqual([status === 200 ? 'Recados' : 'Compras'])
  })
}

for (const [name, condition, status] of CONDITIONS) {
  test(`a delete whose If-Match is ${name} gets ${status === 200 ? 204 : 412}`, async ({ host, user }) => {
    const { token } = user
    const created = await call(host, 'POST', '/api/notes', { token, json: note('Compras') })
    const before = (await call(host, 'GET', '/api/notes', { token })).headers.etag
    const headers = { 'If-Match': condition(String(created.headers.etag)) }
    const deleted = await call(host, 'DELETE', pathOf(created), { token, headers })
    const list = await call(host, 'GET', '/api/notes', { token })
    const trash = jsonOf(await call(host, 'GET', '/api/trash', { token }))

    if (status === 200) {
      expect([deleted.status, deleted.headers['notas-trash'], jsonOf(list)]).toEqual([204, '30', []])
      expect(trash).toMatchObject([jsonOf(created)])
    } else {
      expect([deleted.status, jsonOf(deleted), jsonOf(list)]).toEqual([412, CHANGED, [jsonOf(created)]])
      expect(deleted.headers['notas-trash']).toBeUndefined()
      expect([list.headers.etag, trash]).toEqual([before, []])
    }
  })
}

test('a delete with the ETag of an edit before the last changes nothing', async ({ host, user }) => {
  const { token } = user
  const created = await call(host, 'POST', '/api/notes', { token, json: note('Compras') })
  const edited = await call(host, 'PUT', pathOf(created), { token, json: note('Recados') })
  const remove = ({ headers: { etag } }: ApiResponse) =>
    call(host, 'DELETE', pathOf(created), { token, headers: { 'If-Match': String(etag) } })

  expect((await remove(created)).status).toBe(412)
  expect(await listNotes(host, user)).toEqual([jsonOf(edited)])
  expect((await remove(edited)).status).toBe(204)
  const again = await remove(edited)
  expect([again.status, jsonOf(again)]).toEqual([404, NOT_FOUND])
})

test('a delete with If-Match that meets an edit does what its response says', async ({ host, user }) => {
  const { token } = user
  for (let round = 0; round < 10; round += 1) {
    const created = await call(host, 'POST', '/api/notes', { token, json: note('Compras') })
    const headers = { 'If-Match': String(created.headers.etag) }
    // Both have read that version before one can write.
    const unlock = await lockDatabase(host)
    const remove = () => call(host, 'DELETE', pathOf(created), { token, headers })
    const edit = () => call(host, 'PUT', pathOf(created), { token, json: note('Recados'), headers })
    const both = round % 2 ? [edit(), remove()].reverse() : [remove(), edit()]
    for (let read = 0; read < 3; read += 1) await listNotes(host, user)
    await unlock()

    const [deleted, edited] = (await Promise.all(both)).map(({ status }) => status)
    // The edit may reach the host after the delete.
    expect(['204 404', '204 412', '412 200']).toContain(`${deleted} ${edited}`)
    const isThere = (await call(host, 'GET', pathOf(created), { token })).status === 200
    expect(isThere).toBe(deleted === 412)
  }
})

test('versions are exact near the largest safe integer', async ({ host, user }) => {
  const { token } = user
  const edits = 9_007_199_254_740_000
  await withDatabase(host, ({ write }) =>
    write(sql('UPDATE users SET notes_version = ? WHERE email = ?', edits, user.email)),
  )
  const created = await call(host, 'POST', '/api/notes', { token, json: note('Compras') })
  const headers = { 'If-Match': '"9007199254740001"' }
  const edited = await call(host, 'PUT', pathOf(created), { token, json: note('Recados'), headers })
  const found = await call(host, 'GET', pathOf(created), { token })

  expect(created.headers.etag).toBe('"9007199254740001"')
  expect(edited.headers.etag).toBe('"9007199254740002"')
  expect(found.headers.etag).toBe('"9007199254740002"')
})

test('hosts of the release before, which raise the version themselves, write beside this one', async ({
  host,
  user,
}) => {
  const created = await call(host, 'POST', '/api/notes', { token: user.token, json: note('Compras') })
  expect(await versionOf(host, user)).toBe(created.headers.etag)

  await withDatabase(host, ({ write }) =>
    write(
      sql('UPDATE users SET notes_version = notes_version + 5 WHERE email = ?', user.email),
      sql(
        `UPDATE notes SET title = 'Recados', version = users.notes_version FROM users
        WHERE users.id = user_id AND email = ?`,
        user.email,
      ),
    ),
  )
  const found = await call(host, 'GET', pathOf(created), { token: user.token })
  expect(await versionOf(host, user)).toBe(found.headers.etag)

  const edited = await call(host, 'PUT', pathOf(created), { token: user.token, json: note('Compras') })
  expect(await versionOf(host, user)).toBe(edited.headers.etag)
  const versions = [created, found, edited].map(({ headers }) => Number(headers.etag?.slice(1, -1)))
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
})

test('an edit of an outdated version gets 412 and changes nothing', async ({ host, user }) => {
  const created = await call(host, 'POST', '/api/notes', { token: user.token, json: note('Compras') })
  const headers = { 'If-Match': String(created.headers.etag) }
  const put = (title: string) =>
    call(host, 'PUT', pathOf(created), { token: user.token, json: note(title), headers })

  const first = await put('de aquí')
  expect(first.status).toBe(200)
  const second = await put('de allí')
  expect(second.status).toBe(412)
  expect(jsonOf(second)).toEqual(CHANGED)
  expect(second.headers.etag).toBeUndefined()
  expect(titles(await listNotes(host, user))).toEqual(['de aquí'])
})

test('an edit without If-Match replaces any version', async ({ host, user }) => {
  const created = await call(host, 'POST', '/api/notes', { token: user.token, json: note('Compras') })
  for (const title of ['de aquí', 'de allí']) {
    const edited = await call(host, 'PUT', pathOf(created), { token: user.token, json: note(title) })
    expect(edited.status).toBe(200)
  }
  expect(titles(await listNotes(host, user))).toEqual(['de allí'])
})

test('one of several concurrent edits of a version is saved', async ({ host, user }) => {
  const created = await call(host, 'POST', '/api/notes', { token: user.token, json: note('Compras') })
  const headers = { 'If-Match': String(created.headers.etag) }
  // All of them have read that version before one can write.
  const unlock = await lockDatabase(host)
  const edits = Array.from({ length: 8 }, (_, index) =>
    call(host, 'PUT', pathOf(created), { token: user.token, json: note(`edición ${index}`), headers }),
  )
  for (let read = 0; read < 5; read += 1) await listNotes(host, user)
  await unlock()

  const responses = await Promise.all(edits)
  const saved = responses.filter(({ status }) => status === 200)
  expect(saved).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 412)).toHaveLength(7)
  expect(await listNotes(host, user)).toEqual([jsonOf(saved[0] as ApiResponse)])
})

test('concurrent edits with If-Match: * are all saved', async ({ host, user }) => {
  const created = await call(host, 'POST', '/api/notes', { token: user.token, json: note('Compras') })
  const unlock = await lockDatabase(host)
  const edits = Array.from({ length: 8 }, (_, index) =>
    call(host, 'PUT', pathOf(created), {
      token: user.token,
      json: note(`edición ${index}`),
      headers: { 'If-Match': '*' },
    }),
  )
  for (let read = 0; read < 5; read += 1) await listNotes(host, user)
  await unlock()

  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('an edit of a deleted note gets 404, even with If-Match', async ({ host, user }) => {
  const created = await call(host, 'POST', '/api/notes', { token: user.token, json: note('Compras') })
  await call(host, 'DELETE', pathOf(created), { token: user.token })
  const headers = { 'If-Match': String(created.headers.etag) }
  const response = await call(host, 'PUT', pathOf(created), {
    token: user.token,
    json: note('Otra'),
    headers,
  })

  expect(response.status).toBe(404)
  expect(jsonOf(response)).toEqual(NOT_FOUND)
})

test('no cache stores the list', async ({ host, user }) => {
  await createNote(host, user, 'Compras')
  const { headers } = await call(host, 'GET', '/api/notes', { token: user.token })

  expect(headers['cache-control']).toBe('no-store')
  expect(headers.vary?.split(/, */)).toContain('Accept-Encoding')
  expect(headers.etag).toMatch(STRONG_ETAG)
  expect(headers['content-type']).toMatch(/^application\/json/)
})

const UNCHANGED: [name: string, condition: (etag: string) => string, status: 200 | 304][] = [
  ['its ETag', (etag) => etag, 304],
  ['the weak form of its ETag', (etag) => `W/${etag}`, 304],
  ['a list with its ETag', (etag) => `"otra",${etag}`, 304],
  ['any version', () => '*', 304],
  ['another ETag', () => '"otra"', 200],
  ['nothing', () => '', 200],
]

for (const [name, condition, status] of UNCHANGED) {
  test(`a list whose If-None-Match is ${name} gets ${status}`, async ({ host, user }) => {
    await createNote(host, user, 'Compras')
    const list = await call(host, 'GET', '/api/notes', { token: user.token })
    const headers = { 'If-None-Match': condition(String(list.headers.etag)) }
    const response = await call(host, 'GET', '/api/notes', { token: user.token, headers })

    expect(response.status).toBe(status)
    expect(response.body.toString()).toBe(status === 304 ? '' : list.body.toString())
    for (const name of ['etag', 'cache-control', 'vary']) {
      expect(response.headers[name]).toBe(list.headers[name])
    }
    if (status === 304) {
      expect(response.headers['content-length']).toBeUndefined()
      expect(response.headers['content-type']).toBeUndefined()
    }
  })
}

test('each write changes the ETag of the list, and a read does not', async ({ host, user }) => {
  const { token } = user
  const etag = async () => (await call(host, 'GET', '/api/notes', { token })).headers.etag
  const seen = [await etag()]

  const { _id } = await createNote(host, user, 'Compras')
  seen.push(await etag())
  await call(host, 'PUT', `/api/notes/${_id}`, { token, json: note('Recados') })
  seen.push(await etag())
  await call(host, 'DELETE', `/api/notes/${_id}`, { token })
  seen.push(await etag())
  await createNote(host, user, 'Compras')
  seen.push(await etag())

  expect(new Set(seen).size).toBe(5)
  expect(await etag()).toBe(seen.at(-1))
})

test('two users never share the ETag of a list', async ({ host, user }) => {
  const other = await createUser(host)
  const empty = await call(host, 'GET', '/api/notes', { token: user.token })
  const headers = { 'If-None-Match': String(empty.headers.etag) }
  const response = await call(host, 'GET', '/api/notes', { token: other.token, headers })

  expect(response.status).toBe(200)
  expect(response.headers.etag).not.toBe(empty.headers.etag)
})

const CALLS: [method: string, path: string][] = [
  ['GET', '/api/notes'],
  ['POST', '/api/notes'],
  ['GET', `/api/notes/${randomUUID()}`],
  ['PUT', `/api/notes/${randomUUID()}`],
  ['DELETE', `/api/notes/${randomUUID()}`],
  ['POST', '/api/auth/logout'],
]

const CREDENTIALS: [name: string, headers: Record<string, string>][] = [
  ['no token', {}],
  ['an empty token', { Authorization: 'Bearer ' }],
  ['an unknown token', { Authorization: `Bearer ${'a'.repeat(43)}` }],
  ['a token of another scheme', { Authorization: 'Basic Y2FybWVuOmNsYXZl' }],
  ['two tokens', { Authorization: 'Bearer a Bearer b' }],
  ['a token in SQL', { Authorization: "Bearer ' OR 1=1 --" }],
  ['a very long token', { Authorization: `Bearer ${'a'.repeat(8000)}` }],
]

for (const [method, path] of CALLS) {
  test(`${method} ${path.replace(/[\da-f-]{36}/, '{id}')} needs a valid token`, async ({ host }) => {
    for (const [name, headers] of CREDENTIALS) {
      // An invalid body: the token is checked first.
      const body = method === 'GET' ? undefined : '<xml>'
      const response = await call(host, method, path, {
        headers: { ...headers, 'Content-Type': 'text/xml' },
        body,
      })

      expect(response.status, name).toBe(401)
      expect(jsonOf(response)).toEqual(NOT_SIGNED_IN)
      expect(response.headers['www-authenticate']).toBe('Bearer')
      expect(response.headers['cache-control']).toBe('no-store')
    }
  })
}

test('the Bearer scheme is case-insensitive', async ({ host, user }) => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
    const headers = { Authorization: `${scheme} ${user.token}` }
    expect((await call(host, 'GET', '/api/notes', { headers })).status).toBe(200)
  }
})

test('a token in the query is not accepted', async ({ host, user }) => {
  expect((await call(host, 'GET', `/api/notes?token=${user.token}`)).status).toBe(401)
})

test('the stored hash of a token is not accepted as a token', async ({ host, user }) => {
  const hashes = await withDatabase(host, ({ read }) =>
    read(
      sql(
        'SELECT token_hash FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = ?)',
        user.email,
      ),
    ),
  )

  expect(hashes).toHaveLength(1)
  for (const { token_hash } of hashes) {
    expect((await call(host, 'GET', '/api/notes', { token: String(token_hash) })).status).toBe(401)
  }
  expect((await call(host, 'GET', '/api/notes', { token: user.token })).status).toBe(200)
})

test('an unknown note id gets 404', async ({ host, user }) => {
  const { token } = user
  const path = `/api/notes/${randomUUID()}`
  for (const response of [
    await call(host, 'GET', path, { token }),
    await call(host, 'PUT', path, { token, json: note('Compras') }),
    await call(host, 'PUT', path, { token, json: note('Compras'), headers: { 'If-Match': '*' } }),
    await call(host, 'DELETE', path, { token }),
  ]) {
    expect(response.status).toBe(404)
    expect(jsonOf(response)).toEqual(NOT_FOUND)
  }
})

test('note ids are case-sensitive', async ({ host, user }) => {
  const { _id } = await createNote(host, user, 'Compras')
  const response = await call(host, 'GET', `/api/notes/${_id.toUpperCase()}`, { token: user.token })

  expect(response.status).toBe(404)
})

/** The user's version, as the ETag of a note would have it. */
async function versionOf(host: { databaseUrl: string }, { email }: { email: string }): Promise<string> {
  const [row] = await withDatabase(host, ({ read }) =>
    read(sql('SELECT notes_version FROM users WHERE email = ?', email)),
  )
  return `"${row?.notes_version}"`
}

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
