import { Client } from 'pg'
import { hashToken } from '@/server/auth/tokens'
import {
  type Api,
  type ApiResponse,
  call,
  jsonOf,
  logIn,
  loginStatus,
  type User,
} from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { codeFor, exchangeCode, newVerifier, signInWithOidc } from '../../support/oidc-calls'

test('a password does not change for a session that ends while it waits', async ({ api, user }) => {
  const response = await behind(api, user, 'DELETE FROM sessions WHERE user_id = $1', () => change(api, user))
  expect(response.status).toBe(401)
  expect(await logIn(api, user)).toBeTruthy()
})

test('a password that changes while another change waits stays', async ({ api, user }) => {
  const statement = "UPDATE users SET password_hash = password_hash || 'x' WHERE id = $1"
  expect((await behind(api, user, statement, () => change(api, user))).status).toBe(403)
  const login = { email: user.email, password: 'nueva clave' }
  expect(await loginStatus(api, login)).toBe(401)
})

test('an account is not deleted once its password has changed', async ({ api, user }) => {
  const statement = "UPDATE users SET password_hash = password_hash || 'x' WHERE id = $1"
  await user.addNote('Compras')
  expect((await behind(api, user, statement, () => remove(api, user))).status).toBe(403)
  expect(jsonOf(await call(api, 'GET', '/api/notes', { token: user.token }))).toHaveLength(1)
})

test('a session that ends while it waits ends no others', async ({ api, user }) => {
  const other = await logIn(api, user)
  const statement = `DELETE FROM sessions WHERE user_id = $1 AND token_hash = '${hashToken(user.token)}'`
  const end = () => user.call('DELETE', '/api/account/sessions', { json: user })
  expect((await behind(api, user, statement, end)).status).toBe(401)
  expect((await call(api, 'GET', '/api/notes', { token: other })).status).toBe(200)
})

test('a code redeemed before the password changed starts no session', async ({ api, oidcAccount }) => {
  const first = await signInWithOidc(api, oidcAccount)
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, oidcAccount)
  const statement = "UPDATE users SET password_hash = 'x' WHERE id = $1"
  const response = await behind(api, first, statement, () => exchangeCode(api, code, verifier))
  expect(response.status).toBe(401)
})

test('a note that is written while its account is deleted goes with it', async ({ api, user }) => {
  const json = { title: 'Compras', content: 'pan' }
  const write = () => call(api, 'POST', '/api/notes', { token: user.token, json })
  const response = await behind(api, user, 'DELETE FROM users WHERE id = $1', write)
  expect(response.status).toBe(401)
})

/** Starts a call while another transaction holds the user, and runs the statement in that before it ends. */
async function behind(
  { databaseUrl }: { databaseUrl: string },
  { email }: { email: string },
  statement: string,
  start: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query('SELECT id FROM users WHERE email = $1 FOR UPDATE', [email])
    const response = start()
    await expect
      .poll(async () => (await client.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount)
      .toBeGreaterThan(0)
    await client.query(statement, [rows[0].id])
    await client.query('COMMIT')
    return await response
  } finally {
    await client.end()
  }
}

function change(host: Api, { token, password }: User): Promise<ApiResponse> {
  const json = { currentPassword: password, newPassword: 'nueva clave' }
  return call(host, 'PUT', '/api/account/password', { token, json })
}

function remove(host: Api, { token, password }: User): Promise<ApiResponse> {
  return call(host, 'DELETE', '/api/account', { token, json: { password } })
}
