import { randomUUID } from 'node:crypto'
import type { Database } from '@/server/store/database'
import { findResetLink, type ResetLink, useResetLink } from '@/server/store/reset-links'
import { readToken } from '@/server/store/tokens'
import {
  type Api,
  type ApiResponse,
  atOnce,
  call,
  createUser,
  logIn,
  loginStatus,
  newRegistration,
  notesStatus,
  register,
  requestLink,
  setPassword,
  type User,
} from '../../support/api-client'
import { expect, expectMessage, fromNewAddress, test } from '../../support/api-fixtures'
import { execute, rowsOf, select, withDatabase } from '../../support/database'
import { runAdmin } from '../../support/servers/admin'
import { linkIn, type MailServer, tokenIn } from '../../support/servers/mail'

const MAILED =
  'Si hay una cuenta con ese correo, en unos minutos recibirás en él un enlace para elegir otra contraseña.'
const GONE = 'Este enlace ya no sirve: ha caducado, ya se ha usado o hay otro más reciente. Pide uno nuevo.'
const TOO_MANY = 'Se han pedido demasiados enlaces desde esta conexión. Inténtalo de nuevo más tarde.'

test('a mailed link sets a new password, and ends all sessions', async ({ api, user, mail }) => {
  const other = await createUser(api)
  const requested = await requestLink(api, ` ${user.email.toUpperCase()} `)
  expectMessage(requested, 200, MAILED)

  const [sent] = await mail.mailsTo(user.email)
  expect(linkIn(sent)).toMatch(new RegExp(`^${api.origin}/app/reset-password/#token=[\\w-]{75}$`))
  const response = await setPassword(api, tokenIn(linkIn(sent)), 'nueva 🔑 clave')
  expect(response.status).toBe(204)
  expect(response.body).toHaveLength(0)

  expect(await loginStatus(api, user)).toBe(401)
  expect(await loginStatus(api, { ...user, password: 'nueva 🔑 clave' })).toBe(200)
  expect(await notesStatus(api, user.token)).toBe(401)
  expect(await notesStatus(api, other.token)).toBe(200)
  expect(await loginStatus(api, other)).toBe(200)
})

test('the response is the same with and without an account', async ({ api, user, mail, nodes }) => {
  const stranger = newRegistration()
  const [known, unknown] = [await requestLink(api, user.email), await requestLink(api, stranger.email)]
  await expectMailsSent(api, mail, nodes)

  const { date, ...headers } = known.headers
  expect(unknown.headers).toEqual({ ...headers, date: expect.anything() })
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect(await mail.mailsTo(user.email)).toHaveLength(1)
  expect(mail.mails().filter(({ to }) => to?.some(({ address }) => address === stranger.email))).toEqual([])
})

test('5 of 50 concurrent requests send a mail, and all look alike', async ({ api, user, mail, nodes }) => {
  const responses = await atOnce(50, () => requestLink(fromNewAddress(api), user.email))
  for (const response of responses) expectMessage(response, 200, MAILED)

  await expectMailsSent(api, mail, nodes)
  const sent = await mail.mailsTo(user.email, 5)
  expect(sent).toHaveLength(5)
  expect(new Set(sent.map(linkIn)).size).toBe(5)
})

test('an address may request 20 links an hour, for any email', async ({ api, user, mail }) => {
  for (const email of [user.email, newRegistration().email]) {
    const here = fromNewAddress(api)
    const responses = await atOnce(30, () => requestLink(here, email))
    const refused = responses.filter(({ status }) => status === 429)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(refused).toHaveLength(10)
    for (const response of refused) {
      expectMessage(response, 429, TOO_MANY)
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(3500)
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(3600)
    }
  }
  expect((await requestLink(fromNewAddress(api), user.email)).status).toBe(200)
  await mail.mailsTo(user.email, 5)
})

test('one of 10 concurrent uses of a link sets its password', async ({ api, user, mail }) => {
  const token = await mailedToken(api, mail, user)
  const passwords = Array.from({ length: 10 }, (_, number) => `nueva clave ${number}`)
  const responses = await Promise.all(passwords.map((password) => setPassword(api, token, password)))

  const winner = responses.findIndex(({ status }) => status === 204)
  for (const [index, response] of responses.entries()) if (index !== winner) expectGone(response)
  const logins = await Promise.all(passwords.map((password) => loginStatus(api, { ...user, password })))
  expect(logins).toEqual(passwords.map((_, index) => (index === winner ? 200 : 401)))
  expectGone(await setPassword(api, token, 'otra clave más'))
})

test('a second concurrent use of a link leaves the sessions since the first', async ({ api, user, mail }) => {
  const linked = await mailedToken(api, mail, user)
  await withDatabase(api, async (database) => {
    // A concurrent request has already looked up the link.
    const found = await findResetLink(database, { ...readToken(linked), now: Date.now() })
    expect((await setPassword(api, linked, 'nueva clave')).status).toBe(204)
    const token = await logIn(api, { ...user, password: 'nueva clave' })

    expect(await useAgain(database, found as ResetLink)).toBe(false)
    expect(await notesStatus(api, token)).toBe(200)
  })
})

test('a third request invalidates the first link, even one in use', async ({ api, user, mail }) => {
  const first = await mailedToken(api, mail, user)
  const third = await withDatabase(api, async (database) => {
    const found = await findResetLink(database, { ...readToken(first), now: Date.now() })
    await mailedToken(api, mail, user, 2)
    const mailed = await mailedToken(api, mail, user, 3)
    expect(await useAgain(database, found as ResetLink)).toBe(false)
    return mailed
  })
  expectGone(await setPassword(api, first, 'nueva clave'))
  expect(await loginStatus(api, user)).toBe(200)
  expect((await setPassword(api, third, 'nueva clave')).status).toBe(204)
})

test('only a mailed link verifies the email, also one before the last, and using one ends both', async ({
  api,
  user,
  mail,
}) => {
  const isVerified = async () => {
    const [row] = await select(api, 'SELECT is_email_proved FROM users WHERE email = ?', user.email)
    return Number(row?.is_email_proved) === 1
  }
  const run = await runAdmin(api.databaseUrl, ['reset-link', user.email], '', { PORT: '4321' })
  expect(run.errors).toBe(
    'It works once, within 30 minutes; reset-link makes another.\nSITE_URL is unset: the link leads to http://127.0.0.1:4321/app, on this machine.\n',
  )
  expect(run.output.split('#')[0]).toBe('http://127.0.0.1:4321/app/reset-password/')
  await mailedToken(api, mail, user)
  expect((await setPassword(api, tokenIn(run.output.trim()), 'nueva clave')).status).toBe(204)
  expect(await isVerified()).toBe(false)

  // A stranger's request leaves the link just mailed.
  const first = await mailedToken(api, mail, user, 2)
  const second = await mailedToken(fromNewAddress(api), mail, user, 3)
  expect((await setPassword(api, first, 'nueva clave')).status).toBe(204)
  expect(await isVerified()).toBe(true)
  for (const token of [first, second]) expectGone(await setPassword(api, token, 'otra clave'))
  expect(await loginStatus(api, { ...user, password: 'nueva clave' })).toBe(200)
})

test('after 100 failed logins a used link lets its address in, now and after 100 more', {
  tag: '@slow',
}, async ({ api, user, mail }) => {
  test.slow()
  const here = fromNewAddress(api)
  const failOften = async (email: string) => {
    const guess = () => loginStatus(fromNewAddress(api), { email, password: 'adivinada' })
    for (let round = 0; round < 5; round += 1) expect(await atOnce(20, guess)).toEqual(Array(20).fill(401))
  }
  await failOften(user.email)
  expect(await loginStatus(here, user)).toBe(429)

  const changed = { ...user, password: 'nueva clave' }
  expect((await setPassword(here, await mailedToken(here, mail, user), changed.password)).status).toBe(204)
  expect(await loginStatus(fromNewAddress(api), changed)).toBe(200)
  await failOften(user.email)
  expect(await loginStatus(fromNewAddress(api), changed)).toBe(429)
  expect(await loginStatus(here, changed)).toBe(200)
})

test('an account deleted and registered again gets no more mails', async ({ api, user, mail, nodes }) => {
  for (let count = 1; count <= 5; count += 1) await mailedToken(api, mail, user, count)
  const { password, email } = user
  expect((await user.call('DELETE', '/api/account', { json: { password } })).status).toBe(204)
  expect((await register(api, { email })).status).toBe(201)
  await requestLink(api, email)
  await expectMailsSent(api, mail, nodes)
  const links = (await mail.mailsTo(email, 5)).filter(({ subject }) => subject?.startsWith('Elige'))
  expect(links).toHaveLength(5)
})

test('strangers can neither use up the mails of a user, nor void the link', async ({ api, mail }) => {
  const home = fromNewAddress(api)
  const user = await createUser(home)
  for (let number = 1; number <= 5; number += 1) {
    await requestLink(fromNewAddress(api), user.email)
    await mail.mailsTo(user.email, number)
  }
  const token = await mailedToken(home, mail, user, 6)
  for (let number = 0; number < 3; number += 1) await requestLink(fromNewAddress(api), user.email)
  expect((await setPassword(api, token, 'nueva clave')).status).toBe(204)
})

test('a link expires after 30 minutes, also with a next one, as does that', async ({ api, user, mail }) => {
  const token = await mailedToken(api, mail, user)

  const expectHalfAnHour = async () => {
    const [link] = await rowsOf(api, 'reset_links', user)
    const lifetime = Number(link?.expires_at) - Date.now()
    expect(lifetime).toBeGreaterThan(29 * 60_000)
    expect(lifetime).toBeLessThanOrEqual(30 * 60_000)
  }
  await expectHalfAnHour()
  const expireAt = (time: number) => execute(api, 'UPDATE reset_links SET expires_at = ?', time)

  await expireAt(Date.now() - 1)
  expectGone(await setPassword(api, token, 'nueva clave'))
  const next = await mailedToken(api, mail, user, 2)
  expectGone(await setPassword(api, token, 'nueva clave'))
  await expectHalfAnHour()
  await expireAt(Date.now() + 60_000)
  expect((await setPassword(api, next, 'nueva clave')).status).toBe(204)
})

test('a forged link or invalid password leaves the link valid; none is stored or logged', async ({
  api,
  user,
  log,
  mail,
}) => {
  const token = await mailedToken(api, mail, user)
  const [link] = await rowsOf(api, 'reset_links', user)
  expect(JSON.stringify(link)).not.toContain(token)
  const forged = ['', 'a', randomUUID(), token.slice(1), `${token}A`, token.toLowerCase(), '%', "' OR 1=1 --"]
  for (const text of [...forged, String(link?.token_hash), user.token]) {
    expectGone(await setPassword(api, text, 'nueva clave'))
  }
  expect(await loginStatus(api, user)).toBe(200)

  for (const [password, message] of [
    ['12345', 'La contraseña debe tener al menos 6 caracteres.'],
    ['🔑🔑🔑🔑🔑', 'La contraseña debe tener al menos 6 caracteres.'],
    ['nueva\0clave', 'El texto contiene caracteres que no se pueden guardar.'],
    [123456, 'La petición no es válida.'],
    [undefined, 'La petición no es válida.'],
  ] as const) {
    expectMessage(await call(api, 'POST', '/api/auth/reset', { json: { token, password } }), 400, message)
  }
  const json = { token, password: '🔑🔑🔑🔑🔑🔑' }
  expect((await call(api, 'POST', `/api/auth/reset?token=${token}`, { json })).status).toBe(204)
  await expect.poll(() => log.output()).toMatch(/"path":"\/api\/auth\/reset","status":204/)
  for (const secret of [token, user.email, json.password, 'nueva clave'])
    expect(log.output()).not.toContain(secret)
})

test('100 invalid links block their address alone, even for a valid one', async ({ api, user, mail }) => {
  test.slow()
  const token = await mailedToken(api, mail, user)
  const responses = await atOnce(120, () => setPassword(api, randomUUID(), 'nueva clave'))
  expect(responses.filter(({ status }) => status === 410)).toHaveLength(100)
  for (const response of responses.filter(({ status }) => status !== 410)) {
    expect(response.status).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(900)
  }
  expect((await setPassword(api, token, 'nueva clave')).status).toBe(429)
  expect((await setPassword(fromNewAddress(api), token, 'nueva clave')).status).toBe(204)
})

test("an operator's link, a reset and a deletion invalidate a mailed link", async ({ api, user, mail }) => {
  const mailed = await mailedToken(api, mail, user)
  const run = await runAdmin(api.databaseUrl, ['reset-link', user.email.toUpperCase()], '', {
    SITE_URL: 'https://notas.example/app',
  })

  const errors = 'It works once, within 30 minutes; reset-link makes another.\n'
  expect(run).toMatchObject({ code: 0, errors })
  expect(run.output).toMatch(/^https:\/\/notas\.example\/app\/reset-password\/#token=[\w-]{75}\n$/)
  const token = tokenIn(run.output.trim())
  expectGone(await setPassword(api, mailed, 'nueva clave'))
  expect((await setPassword(api, token, 'nueva clave')).status).toBe(204)
  expectGone(await setPassword(api, token, 'otra clave más'))

  const unused = await mailedToken(api, mail, user, 2)
  await runAdmin(api.databaseUrl, ['reset-password', user.email], 'clave del operador\n')
  expectGone(await setPassword(api, unused, 'nueva clave'))
  expect(await loginStatus(api, { ...user, password: 'clave del operador' })).toBe(200)

  const last = await mailedToken(api, mail, user, 3)
  expect((await runAdmin(api.databaseUrl, ['delete-user', user.email, '--yes'])).code).toBe(0)
  expectGone(await setPassword(api, last, 'nueva clave'))
})

/** Uses a link that was looked up before, from an address of the documentation. */
function useAgain(database: Database, link: ResetLink): Promise<boolean> {
  return useResetLink(database, link, 'otra clave', { network: '192.0.2.1', now: Date.now() })
}

/** Token of the newest mailed link, once `count` mails have arrived. */
async function mailedToken(host: Api, mail: MailServer, { email }: User, count = 1): Promise<string> {
  await requestLink(host, email)
  return tokenIn(linkIn((await mail.mailsTo(email, count)).at(-1)))
}

/** Resolves once all earlier mails are sent: each node sends its mails in order. */
async function expectMailsSent(host: Api, mail: MailServer, nodes: number): Promise<void> {
  const last = await createUser(host)
  for (let node = 0; node < nodes; node += 1) await requestLink(fromNewAddress(host), last.email)
  await mail.mailsTo(last.email, nodes)
}

function expectGone(response: ApiResponse): void {
  expectMessage(response, 410, GONE)
}
