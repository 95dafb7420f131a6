import type { Note } from '@/lib/domain/note'
import {
  type ApiResponse,
  atOnce,
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  newRegistration,
  register,
  statusesOf,
} from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { createHttpBrowser } from '../../support/http-browser'
import { authenticate, exchangeCode, newVerifier, openLoginPage } from '../../support/oidc-calls'

test('two hosts on one database lose no write', { tag: '@slow' }, async ({ start }) => {
  const hosts = await Promise.all([start(), start()])
  const [one, other] = hosts
  const user = await createUser(one)
  const { token } = user

  const notes = await atOnce(60, (number) => createNote(number % 2 ? one : other, user, `nota ${number}`))
  const byId = (a: Note, b: Note) => a._id.localeCompare(b._id)
  for (const host of hosts) {
    expect((await listNotes(host, user)).sort(byId)).toEqual([...notes].sort(byId))
  }

  const path = `/api/notes/${notes[0]?._id}`
  const { etag } = (await call(one, 'GET', path, { token })).headers
  const edits = await atOnce(8, (index) =>
    call(index % 2 ? one : other, 'PUT', path, {
      token,
      json: { title: `edición ${index}`, content: '' },
      headers: { 'If-Match': String(etag) },
    }),
  )
  const saved = edits.filter(({ status }) => status === 200)
  expect(saved).toHaveLength(1)
  expect(edits.filter(({ status }) => status === 412)).toHaveLength(7)
  for (const host of hosts) {
    expect(jsonOf(await call(host, 'GET', path, { token }))).toEqual(jsonOf(saved[0] as ApiResponse))
  }

  const registration = newRegistration()
  const accounts = await Promise.all(hosts.map((host) => register(host, registration)))
  expect(statusesOf(accounts)).toEqual([201, 409])

  await call(other, 'POST', '/api/auth/logout', { token })
  expect((await call(one, 'GET', '/api/notes', { token })).status).toBe(401)
})

test('a sign-in uses three hosts', { tag: '@slow' }, async ({ startWithProvider, ownPort, oidcAccount }) => {
  const first = await startWithProvider({ PORT: '0', NEXT_PUBLIC_API_HOST: `http://127.0.0.1:${ownPort}` })
  const second = await startWithProvider({ NEXT_PUBLIC_API_HOST: `http://127.0.0.1:${ownPort}` })
  const third = await startWithProvider({ PORT: '0', NEXT_PUBLIC_API_HOST: `http://127.0.0.1:${ownPort}` })
  const browser = createHttpBrowser()
  const { verifier, challenge } = newVerifier()
  // Behind a load balancer all hosts have one address, and so one cookie.
  const page = await openLoginPage(first, browser, challenge)
  const [name = '', value = ''] = browser.cookiesFor(first.origin).split('=')
  browser.setCookie(second.origin, name, value)

  const { url } = await authenticate(browser, page, oidcAccount)
  expect(url.href).toMatch(new RegExp(`^${first.origin}/app/#code=`))
  expect((await exchangeCode(third, url.hash.slice('#code='.length), verifier)).status).toBe(200)
})
