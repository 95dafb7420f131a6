import { hashToken } from '@/server/store/tokens'
import { listNotes, logIn, loginStatus, notesStatus, type User } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { userIdOf, writeBehind } from '../../support/database'
import { codeFor, exchangeCode, newVerifier, signInWithOidc } from '../../support/oidc-calls'

const NEW_PASSWORD = "UPDATE users SET password_hash = password_hash || 'x' WHERE id = $1"

test('a password does not change for a session that ends while it waits', async ({ api, user }) => {
  const response = await behind(api, user, 'DELETE FROM sessions WHERE user_id = $1', () => change(user))
  expect(response.status).toBe(401)
  expect(await logIn(api, user)).toBeTruthy()
})

test('a password that changes while another change waits stays', async ({ api, user }) => {
  expect((await behind(api, user, NEW_PASSWORD, () => change(user))).status).toBe(403)
  expect(await loginStatus(api, { ...user, password: 'nueva clave' })).toBe(401)
})

test('an account is not deleted once its password has changed', async ({ api, user }) => {
  await user.addNote('Compras')
  const remove = () => user.call('DELETE', '/api/account', { json: { password: user.password } })
  expect((await behind(api, user, NEW_PASSWORD, remove)).status).toBe(403)
  expect(await listNotes(api, user)).toHaveLength(1)
})

test('a session that ends while it waits ends no others', async ({ api, user }) => {
  const other = await logIn(api, user)
  const statement = `DELETE FROM sessions WHERE user_id = $1 AND token_hash = '${hashToken(user.token)}'`
  const end = () => user.call('DELETE', '/api/account/sessions', { json: user })
  expect((await behind(api, user, statement, end)).status).toBe(401)
  expect(await notesStatus(api, other)).toBe(200)
})

test('a code redeemed before the password changed starts no session', async ({ api, oidcAccount }) => {
  const first = await signInWithOidc(api, oidcAccount)
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, oidcAccount)
  const exchange = () => exchangeCode(api, code, verifier)
  expect((await behind(api, first, NEW_PASSWORD, exchange)).status).toBe(401)
})

test('a note that is written while its account is deleted goes with it', async ({ api, user }) => {
  const write = () => user.call('POST', '/api/notes', { json: { title: 'Compras', content: 'pan' } })
  expect((await behind(api, user, 'DELETE FROM users WHERE id = $1', write)).status).toBe(401)
})

/** Starts a call while another transaction holds the user, and commits the statement first. */
async function behind<Response>(
  host: { databaseUrl: string },
  user: { email: string },
  statement: string,
  start: () => Promise<Response>,
): Promise<Response> {
  const id = `'${await userIdOf(host, user)}'`
  const hold = `SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`
  return writeBehind(host, `${hold}; ${statement.replace('$1', id)}`, start)
}

function change(user: User) {
  const json = { currentPassword: user.password, newPassword: 'nueva clave' }
  return user.call('PUT', '/api/account/password', { json })
}
