import { hashToken } from '@/server/store/tokens'
import {
  type Api,
  atOnce,
  call,
  createUser,
  jsonOf,
  notesStatus,
  statusesOf,
  tokenOf,
  type User,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { execute } from '../../support/database'
import { codeFor, exchangeCode, newVerifier, signInWithOidc } from '../../support/oidc-calls'

type ListedSession = { id: string; isCurrent: boolean; createdAt: number; lastUsedAt: number; client: string }

const DAY = 24 * 60 * 60 * 1000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NOT_FOUND = 'Esa sesión no existe.'

test('the sessions are listed with newest use first, and none of another user', async ({ api, user }) => {
  await createUser(api)
  const start = Date.now()
  const other = await logInFrom(api, user, FIREFOX)
  await age(api, other, { lastUsedAt: start - 2 * DAY, createdAt: start - 3 * DAY })
  const expired = await logInFrom(api, user, FIREFOX)
  await age(api, expired, { lastUsedAt: start - 31 * DAY, createdAt: start - 31 * DAY })

  const response = await user.call('GET', '/api/account/sessions')
  expect(response.status).toBe(200)
  const id = expect.stringMatching(/^[\w-]{22}$/)
  const session = { id, createdAt: expect.any(Number), lastUsedAt: expect.any(Number) }
  expect(jsonOf(response)).toEqual([
    { ...session, isCurrent: true, client: 'Navegador desconocido' },
    {
      id,
      isCurrent: false,
      createdAt: start - 3 * DAY,
      lastUsedAt: start - 2 * DAY,
      client: 'Firefox en Linux',
    },
  ])
  const [current] = await listSessions(api, user.token)
  expect(current?.lastUsedAt).toBeGreaterThanOrEqual(start)
  for (const token of [user.token, other]) {
    expect(response.body.toString()).not.toContain(token)
    expect(response.body.toString()).not.toContain(hashToken(token))
  }
  const ids = (sessions: ListedSession[]) => sessions.map(({ id }) => id).sort()
  const seen = ids(jsonOf(response) as ListedSession[])
  expect(new Set(seen).size).toBe(2)
  expect(ids(await listSessions(api, other))).toEqual(seen)
})

test('a session of the release before is listed as unknown, and can be ended', async ({ api, user }) => {
  const lastUsedAt = Date.now() - DAY
  const old =
    'INSERT INTO sessions (token_hash, user_id, last_used_at) SELECT ?, id, ? FROM users WHERE email = ?'
  await execute(api, old, hashToken(`antes ${user.email}`), lastUsedAt, user.email)
  const [, listed] = await listSessions(api, user.token)
  expect(listed).toMatchObject({ createdAt: lastUsedAt, lastUsedAt, client: 'Navegador desconocido' })
  expect((await end(api, user.token, listed?.id)).status).toBe(204)
  expect(await listSessions(api, user.token)).toHaveLength(1)
})

test('a session ends by its id, at once and once; tokens, hashes and ids of others are not found', async ({
  api,
  user,
}) => {
  const other = await createUser(api)
  const second = await logInFrom(api, user, FIREFOX)
  const [stranger] = await listSessions(api, other.token)
  const own = (await listSessions(api, user.token)).find(({ isCurrent }) => isCurrent)
  const inventions = ['x', "'%20OR%201=1", `${own?.id}x`, own?.id.slice(1)]
  for (const id of [
    stranger?.id,
    other.token,
    hashToken(other.token),
    hashToken(user.token),
    ...inventions,
  ]) {
    expectMessage(await end(api, user.token, id), 404, NOT_FOUND, id)
  }
  for (const token of [other.token, user.token, second]) expect(await notesStatus(api, token)).toBe(200)

  const ended = (await listSessions(api, user.token)).find(({ isCurrent }) => !isCurrent)
  expect(statusesOf(await atOnce(2, () => end(api, user.token, ended?.id)))).toEqual([204, 404])
  expect(await notesStatus(api, second)).toBe(401)
  expect(await notesStatus(api, user.token)).toBe(200)
})

test('the current session can be ended, and then ends nothing any more', async ({ api, user }) => {
  const other = await logInFrom(api, user, FIREFOX)
  const sessions = await listSessions(api, user.token)
  const current = sessions.find(({ isCurrent }) => isCurrent)
  expect((await end(api, user.token, current?.id)).status).toBe(204)
  for (const { id } of sessions) expect((await end(api, user.token, id)).status).toBe(401)
  expect((await endOthers(api, user)).status).toBe(401)
  expect(await notesStatus(api, other)).toBe(200)
})

test('all other sessions of a user end together, with the password alone', async ({ api, user }) => {
  const stranger = await createUser(api)
  const others = [await logInFrom(api, user, FIREFOX), await logInFrom(api, user, 'x')]
  const needed = 'Para hacer esto hace falta tu contraseña: recarga la página para escribirla.'
  for (const [body, message] of [
    [undefined, needed],
    ['{}', needed],
    [JSON.stringify({ email: user.email }), needed],
    ['{"password":""}', 'La contraseña actual no es correcta.'],
    ['{"password":"otra clave"}', 'La contraseña actual no es correcta.'],
  ]) {
    expectMessage(await user.call('DELETE', '/api/account/sessions', { body }), 403, message ?? '', body)
  }
  expect((await user.call('DELETE', '/api/account/sessions', { body: '{"password":1}' })).status).toBe(400)
  for (const token of others) expect(await notesStatus(api, token)).toBe(200)

  const response = await endOthers(api, user)
  expect([response.status, response.body.length]).toEqual([204, 0])
  for (const token of others) expect(await notesStatus(api, token)).toBe(401)
  for (const token of [user.token, stranger.token]) expect(await notesStatus(api, token)).toBe(200)
  expect((await endOthers(api, user)).status).toBe(204)
})

test('an account without a password ends other sessions, or itself, within 10 minutes of a login', async ({
  api,
  oidcAccount,
}) => {
  const { token, email } = await signInWithOidc(api, oidcAccount)
  const { token: other } = await signInWithOidc(api, oidcAccount)
  const remove = () => call(api, 'DELETE', '/api/account', { token, json: { email } })
  const secondsAgo = (seconds: number) => Date.now() - seconds * 1000
  for (const seconds of [600, -700]) {
    await age(api, token, { lastUsedAt: Date.now(), createdAt: secondsAgo(seconds) })
    for (const end of [endOthers, remove])
      expectMessage(await end(api, { token }), 403, 'Vuelve a iniciar sesión para hacer esto.')
  }
  expect(await notesStatus(api, other)).toBe(200)
  await age(api, token, { lastUsedAt: Date.now(), createdAt: secondsAgo(570) })
  expect((await endOthers(api, { token })).status).toBe(204)
  expect(await notesStatus(api, other)).toBe(401)
  expect((await remove()).status).toBe(204)
})

test('of two sessions that end each other, or all others, at once one is left', async ({ api, user }) => {
  const currentOf = async (token: string) =>
    (await listSessions(api, token)).find(({ isCurrent }) => isCurrent)?.id
  for (let round = 0; round < 10; round += 1) {
    const tokens = [await logInFrom(api, user, FIREFOX), await logInFrom(api, user, FIREFOX)]
    const ids = await Promise.all(tokens.map(currentOf))
    const endOther = (token: string, index: number) =>
      round % 2 ? endOthers(api, { ...user, token }) : end(api, token, ids[1 - index])
    const statuses = statusesOf(await Promise.all(tokens.map(endOther)))
    if (round % 2) expect(statuses).toEqual([204, 401])
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    const left = await Promise.all(tokens.map((token) => notesStatus(api, token)))
    expect(left.sort()).toEqual([200, 401])
  }
})

test("a provider's session has its client, and ending all others ends a login under way", async ({
  api,
  oidcAccount,
}) => {
  const { verifier, challenge } = newVerifier()
  const json = { code: await codeFor(api, challenge, oidcAccount), verifier }
  const headers = { 'User-Agent': FIREFOX }
  const token = tokenOf(await call(api, 'POST', '/api/auth/oidc/session', { json, headers }))
  expect(await listSessions(api, token)).toMatchObject([{ client: 'Firefox en Linux' }])

  const code = await codeFor(api, challenge, oidcAccount)
  await endOthers(api, { token })
  expect((await exchangeCode(api, code, verifier)).status).toBe(401)
})

async function logInFrom(host: Api, { email, password }: User, userAgent: string): Promise<string> {
  const headers = { 'User-Agent': userAgent }
  return tokenOf(await call(host, 'POST', '/api/auth/login', { json: { email, password }, headers }))
}

async function listSessions(host: Api, token: string): Promise<ListedSession[]> {
  return jsonOf(await call(host, 'GET', '/api/account/sessions', { token })) as ListedSession[]
}

function end(host: Api, token: string, id = '') {
  return call(host, 'DELETE', `/api/account/sessions/${id}`, { token })
}

function endOthers(host: Api, { token, password }: { token: string; password?: string }) {
  return call(host, 'DELETE', '/api/account/sessions', { token, json: { password } })
}

function age(
  host: { databaseUrl: string },
  token: string,
  { lastUsedAt, createdAt }: { lastUsedAt: number; createdAt: number },
) {
  const statement = 'UPDATE sessions SET last_used_at = ?, created_at = ? WHERE token_hash = ?'
  return execute(host, statement, lastUsedAt, createdAt, hashToken(token))
}
