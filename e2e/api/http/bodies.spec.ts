import { Agent } from 'node:http'
import {
  atOnce,
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  loginStatus,
  newRegistration,
  statusesOf,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { openSocket, requestOf } from '../../support/sockets'

const KIB = 1024
const MIB = 1024 * KIB

const MALFORMED = 'La petición no es válida.'
const NOTE = JSON.stringify({ title: 'Compras', content: 'pan' })
const JSON_TYPE = 'Content-Type: application/json'
const MALFORMED_NOTE = 'El título y el contenido deben ser texto.'
const CHARACTERS = 'El texto contiene caracteres que no se pueden guardar.'
const LONG_TITLE = 'El título es demasiado largo: como mucho, 500 caracteres.'
const LONG_CONTENT = 'El contenido es demasiado largo: como mucho, 200.000 caracteres.'
const TOO_LARGE = 'La petición es demasiado grande: como mucho, 1 MiB.'
const TOO_LARGE_CALL = 'La petición es demasiado grande: como mucho, 16 KiB.'
const BUSY = 'Hay demasiadas peticiones en este momento. Inténtalo de nuevo en unos segundos.'
const NOT_JSON = 'La petición debe ser JSON (Content-Type: application/json).'

const BODY_SIZES: [bytes: number, chunked: boolean, status: 201 | 413][] = [
  [MIB, false, 201],
  [MIB, true, 201],
  [MIB + 1, false, 413],
  [MIB + 1, true, 413],
  [3 * MIB, false, 413],
  [3 * MIB, true, 413],
]

test('the body of a note may have 1 MiB, in chunks or with its length', async ({ host, user }) => {
  // Without keep-alive the host hangs up with its answer, while the client may still be sending.
  const agent = new Agent({ keepAlive: true })
  for (const [bytes, chunked, status] of BODY_SIZES) {
    const body = padded('{"title":"Compras","content":"pan"}', bytes)
    const response = await user.call('POST', '/api/notes', { body, chunked, agent })
    expect(response.status, `${bytes} ${chunked}`).toBe(status)
    if (status === 413) expectMessage(response, 413, TOO_LARGE)
  }
  const [note] = await listNotes(host, user)
  expect(await listNotes(host, user)).toHaveLength(2)
  const body = padded('{}', MIB + 1)
  expectMessage(await user.call('PUT', `/api/notes/${note?._id}`, { body, agent }), 413, TOO_LARGE)
  agent.destroy()
})

const OTHER_CALLS: [method: string, path: string, accepted: number][] = [
  ['POST', '/api/auth/login', 401],
  ['POST', '/api/auth/register', 400],
  ['POST', '/api/auth/forgot', 400],
  ['POST', '/api/auth/reset', 400],
  ['POST', '/api/auth/oidc/session', 400],
  ['PUT', '/api/account/password', 400],
  ['DELETE', '/api/account', 400],
  ['DELETE', '/api/account/sessions', 403],
]

for (const [method, path, accepted] of OTHER_CALLS) {
  test(`the body of ${method} ${path} may have 16 KiB, in chunks or with its length`, async ({ user }) => {
    const agent = new Agent({ keepAlive: true })
    const json = path.endsWith('login') ? '{"email":"a@b.es","password":"una clave"}' : '{}'
    for (const chunked of [false, true]) {
      const body = padded(json, 16 * KIB)
      expect((await user.call(method, path, { body, chunked, agent })).status).toBe(accepted)
      const larger = padded(json, 16 * KIB + 1)
      expectMessage(await user.call(method, path, { body: larger, chunked, agent }), 413, TOO_LARGE_CALL)
    }
    agent.destroy()
  })
}

test('a body whose length is too large is refused before any of it comes', async ({ host }) => {
  const { socket, closed, received } = await openSocket(host)
  socket.write(
    requestOf('/api/auth/login', { method: 'POST', headers: [JSON_TYPE, 'Content-Length: 16385'] }),
  )
  await expect.poll(received).toContain('HTTP/1.1 413 ')
  socket.destroy()
  await closed
})

test('what is refused by its shape does not wait for those of its network that hash a password', async ({
  start,
}) => {
  const host = await start()
  const guess = () => call(host, 'POST', '/api/auth/login', { json: { email: 'a@b.es', password: 'x' } })
  const order: string[] = []
  const guesses = atOnce(30, () => guess().then(() => order.push('guess')))
  const refused = call(host, 'POST', '/api/auth/login', { body: '{"email":7}' })
  expectMessage(await refused, 400, MALFORMED)
  order.push('refused')
  await guesses
  expect(order.indexOf('refused')).toBeLessThan(20)
})

test('at most 110 logins of a network hash or wait; the others are told that too much is under way', async ({
  start,
}) => {
  const host = await start()
  const json = { email: 'a@b.es', password: 'x' }
  const responses = await atOnce(300, () => call(host, 'POST', '/api/auth/login', { json }))
  const busy = responses.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy.length).toBeLessThanOrEqual(300 - 110)
  for (const response of busy) expectMessage(response, 503, BUSY)
})

test('bodies of an account wait for those that stall, and others do not; what stalls is refused', {
  tag: '@slow',
}, async ({ host }) => {
  const [greedy, other] = [await createUser(host), await createUser(host)]
  const large = requestOf('/api/notes', { method: 'POST', token: greedy.token, body: NOTE.padEnd(MIB) })
  const stalled = await atOnce(8, () => openSocket(host))
  for (const { socket } of stalled) socket.write(large.slice(0, -1))
  const body = NOTE.padEnd(MIB)
  let areDone = false
  const waiting = atOnce(70, () => greedy.call('POST', '/api/notes', { body })).finally(
    () => (areDone = true),
  )
  expect((await other.call('POST', '/api/notes', { body })).status).toBe(201)
  expect(areDone).toBe(false)

  await Promise.all(stalled.map(({ closed }) => closed))
  for (const { received } of stalled) {
    expect(received()).toMatch(/^HTTP\/1.1 408 .*\r\nconnection: close\r\n/is)
    expect(Buffer.from(received(), 'latin1').toString()).toContain('"La petición no ha llegado a tiempo."')
  }
  const responses = await waiting
  expect(statusesOf(responses)).toEqual([...Array(64).fill(201), ...Array(6).fill(503)])
  for (const response of responses) if (response.status === 503) expectMessage(response, 503, BUSY)
})

test('an import at its widest and thirty people behind one address meet no limit', async ({ host }) => {
  const user = await createUser(host)
  const people = await atOnce(30, () => createUser(host))
  const body = NOTE.padEnd(MIB)
  const writes = await atOnce(32, () => user.call('POST', '/api/notes', { body }))
  expect(writes.map(({ status }) => status)).toEqual(Array(32).fill(201))
  const logins = await Promise.all(people.map((person) => loginStatus(host, person)))
  expect(logins).toEqual(Array(30).fill(200))
})

test('a connection goes on after a body that is refused, which is not read as the next request', async ({
  host,
  user,
}) => {
  const body = 'x'.repeat(3 * MIB)
  const inner = 'DELETE /api/notes HTTP/1.1\r\nHost: x\r\n\r\n'
  const next = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  for (const [name, sent, token, status] of [
    [`Content-Length: ${body.length}`, body, user.token, '413'],
    ['Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, user.token, '413'],
    [`Content-Length: ${inner.length}`, inner, '', '401'],
  ]) {
    const { socket, closed, received } = await openSocket(host)
    socket.write(
      `POST /api/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\n${name}\r\n\r\n${sent}${next}`,
    )
    await closed
    expect(
      [...received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      name,
    ).toEqual([status, '200'])
  }
})

const TYPES: [type: string | string[], isJson: boolean][] = [
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['application/json;charset=UTF-8', true],
  ['application/json; charset="utf-8"', true],
  ['application/json ; charset=utf-8', true],
  ['Application/JSON', true],
  ['application/json;', true],
  ['', false],
  [[], false],
  ['text/plain', false],
  ['application/x-www-form-urlencoded', false],
  ['multipart/form-data; boundary=x', false],
  ['application/jsonp', false],
  ['application/xml; type=application/json', false],
  ['text/plain, application/json', false],
]

test('a body is read if its type is JSON', async ({ host, user }) => {
  const body = JSON.stringify({ title: 'Compras', content: 'pan' })
  const id = await user.addNote('Recados')
  for (const [type, isJson] of TYPES) {
    const headers = { 'Content-Type': type }
    const registration = JSON.stringify(newRegistration())
    const responses = [
      await user.call('POST', '/api/notes', { headers, body }),
      await user.call('PUT', `/api/notes/${id}`, { headers, body }),
      await call(host, 'POST', '/api/auth/register', { headers, body: registration }),
      await call(host, 'POST', '/api/auth/login', { headers, body: registration }),
    ]
    const statuses = isJson ? [201, 200, 201, 200] : [415, 415, 400, 400]
    expect(responses.map(({ status }) => status)).toEqual(statuses)
    if (!isJson) for (const response of responses) expect(jsonOf(response)).toEqual({ message: NOT_JSON })
  }
})

const BODIES: [name: string, body: string | Buffer, message: string][] = [
  ['an empty body', '', MALFORMED],
  ['text that is not JSON', 'título=Compras', MALFORMED],
  ['half a JSON', '{"title":"Compras","cont', MALFORMED],
  ['JSON and something after it', '{"title":"Compras","content":"pan"} {}', MALFORMED],
  ['JSON with a comma too many', '{"title":"Compras","content":"pan",}', MALFORMED],
  ['invalid UTF-8', Buffer.from('{"title":"Compras","content":"ma\xf1ana"}', 'latin1'), MALFORMED],
  ['a surrogate in UTF-8', encoded('"content":"', [0xed, 0xa0, 0x80]), MALFORMED],
  ['an overlong NUL in UTF-8', encoded('"content":"', [0xc0, 0x80]), MALFORMED],
  ['half an emoji in UTF-8', encoded('"content":"', [0xf0, 0x9f, 0xa6]), MALFORMED],
  ['UTF-16', Buffer.from('{"title":"Compras","content":"pan"}', 'utf16le'), MALFORMED],
  ['a list', '[{"title":"Compras","content":"pan"}]', MALFORMED],
  ['null', 'null', MALFORMED],
  ['a number', '7', MALFORMED],
  ['a text', '"Compras"', MALFORMED],
  ['true', 'true', MALFORMED],
  ['an empty object', '{}', MALFORMED_NOTE],
  ['a missing title', '{"content":"pan"}', MALFORMED_NOTE],
  ['a missing content', '{"title":"Compras"}', MALFORMED_NOTE],
  ['null as a title', '{"title":null,"content":"pan"}', MALFORMED_NOTE],
  ['a number as a title', '{"title":7,"content":"pan"}', MALFORMED_NOTE],
  ['a list as a content', '{"title":"Compras","content":["pan"]}', MALFORMED_NOTE],
  ['an object as a content', '{"title":"Compras","content":{"toString":"pan"}}', MALFORMED_NOTE],
  ['a title in the prototype', '{"__proto__":{"title":"Compras","content":"pan"}}', MALFORMED_NOTE],
  ['a NUL in the title', '{"title":"Com\\u0000pras","content":"pan"}', CHARACTERS],
  ['a NUL in the content', '{"title":"Compras","content":"\\u0000"}', CHARACTERS],
  ['a NUL that is not escaped', '{"title":"Compras","content":"\0"}', MALFORMED],
  ['a line break that is not escaped', '{"title":"Compras","content":"\n"}', MALFORMED],
  ['the first half of an emoji', '{"title":"\\ud83e","content":"pan"}', CHARACTERS],
  ['the second half of an emoji', '{"title":"Compras","content":"\\udd9c"}', CHARACTERS],
  ['a title of 501 characters', noteOf('a'.repeat(501), ''), LONG_TITLE],
  ['a title of 501 emoji', noteOf('🦜'.repeat(501), ''), LONG_TITLE],
  ['a content of 200,001 characters', noteOf('', 'a'.repeat(200_001)), LONG_CONTENT],
  ['a content of 200,001 emoji', noteOf('', '🦜'.repeat(200_001)), LONG_CONTENT],
  ['the halves of an emoji the wrong way round', '{"title":"\\udd9c\\ud83e","content":""}', CHARACTERS],
]

test('a new note and an edit refuse a body that is no note', async ({ host, user }) => {
  const note = await createNote(host, user, 'Recados', 'banco')
  for (const [name, body, message] of BODIES) {
    for (const response of [
      await user.call('POST', '/api/notes', { body }),
      await user.call('PUT', `/api/notes/${note._id}`, { body }),
    ]) {
      expectMessage(response, 400, message, name)
    }
    expect(await listNotes(host, user), name).toEqual([note])
  }
})

test('a body may begin with a byte order mark, and the last of two equal keys counts', async ({ user }) => {
  const body = '\ufeff{"title":"uno","content":"pan","title":"dos"}'
  const response = await user.call('POST', '/api/notes', { body })
  expect(response.status).toBe(201)
  expect(jsonOf(response)).toMatchObject({ title: 'dos', content: 'pan' })
})

function noteOf(title: string, content: string): string {
  return JSON.stringify({ title, content })
}

function padded(json: string, bytes: number): Buffer {
  return Buffer.concat([Buffer.from(json), Buffer.alloc(bytes - Buffer.byteLength(json), ' ')])
}

/** Note whose content has these bytes. */
function encoded(before: string, bytes: number[]): Buffer {
  return Buffer.concat([Buffer.from(`{"title":"",${before}`), Buffer.from(bytes), Buffer.from('"}')])
}
