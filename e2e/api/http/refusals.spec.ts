import { REASONS, type Reason } from '@/server/http/failures'
import {
  type ApiResponse,
  atOnce,
  call,
  createUser,
  newRegistration,
  register,
  requestLink,
  sendLogin,
  setPassword,
} from '../../support/api-client'
import { expect, fromNewAddress, test } from '../../support/api-fixtures'
import { execute, lockDatabase, userIdOf } from '../../support/database'
import { linesOf } from '../../support/log-lines'
import { openSocket, requestOf } from '../../support/sockets'

const NOTE = { title: 'Compras', content: 'pan' }

test('each reason to refuse a request is a word in its line of the log, with whose request it was', {
  tag: '@slow',
}, async ({ start, mail }) => {
  const env = { TRUST_PROXY: '1', SITE_URL: 'http://localhost', PASSWORD_POLICY: 'strong' }
  const host = await start({
    ...env,
    ...mail.env,
    NOTES_PER_USER: '2',
    BYTES_PER_USER: '2000',
    REGISTRATIONS_PER_HOUR: '20',
  })
  const provided = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'notas', OIDC_CLIENT_SECRET: 'clave' }
  const closed = await start({
    ...env,
    ...provided,
    REGISTRATION: 'closed',
    MIN_FREE_DISK: '999999999999999',
  })
  const withProvider = await start({ ...env, ...provided, PASSWORDS: 'off' })

  const ana = await createUser(fromNewAddress(host))
  const full = await createUser(fromNewAddress(host))
  const provider = await createUser(fromNewAddress(host))
  const [old, often] = [await createUser(fromNewAddress(host)), await createUser(fromNewAddress(host))]
  const id = await ana.addNote('Compras')
  for (const title of ['una', 'otra']) await full.addNote(title)
  await execute(host, "UPDATE users SET password_hash = '' WHERE email = ?", provider.email)
  await execute(host, "UPDATE users SET password_hash = '' WHERE email = ?", old.email)
  const hourAgo = Date.now() - 60 * 60 * 1000
  const oldId = await userIdOf(host, old)
  await execute(host, 'UPDATE sessions SET created_at = ? WHERE user_id = ?', hourAgo, oldId)

  const slow = await openSocket(host)
  slow.socket.write(requestOf('/api/notes', { method: 'POST', token: ana.token, body: '{}' }).slice(0, -1))
  const guess = { email: ana.email, password: 'adivinada' }
  const times = async (count: number, send: (number: number) => Promise<ApiResponse>) => {
    for (let number = 0; number < count; number += 1) await send(number)
  }
  const notes = (json: object, headers = {}) => ana.call('POST', '/api/notes', { json, headers })
  const elsewhere = () => fromNewAddress(host)
  const oneAddress = (send: (from: typeof host, number: number) => Promise<ApiResponse>, count: number) => {
    const from = elsewhere()
    return times(count, (number) => send(from, number))
  }
  const post = (from: typeof host, path: string, json: object) => call(from, 'POST', path, { json })

  const calls: Record<Reason, () => Promise<unknown>> = {
    'body-too-large': () => call(host, 'POST', '/api/auth/login', { json: { email: 'a'.repeat(17_000) } }),
    'body-too-slow': () => slow.closed,
    busy: () => atOnce(150, () => sendLogin(host, { email: 'nadie@correo.es', password: 'x' })),
    changed: () => ana.call('PUT', `/api/notes/${id}`, { json: NOTE, headers: { 'If-Match': '"1"' } }),
    credentials: () => sendLogin(elsewhere(), guess),
    disk: () => call(closed, 'POST', '/api/notes', { token: ana.token, json: NOTE }),
    'email-taken': () => register(elsewhere(), { email: ana.email }),
    invalid: () => ana.call('PUT', `/api/notes/${id}`, { json: { title: 7 } }),
    'key-of-other-text': async () => {
      const headers = { 'Idempotency-Key': 'a' }
      await notes(NOTE, headers)
      await notes({ ...NOTE, title: 'Otra' }, headers)
    },
    'limit.address': () => oneAddress((from) => setPassword(from, 'inventado', 'otra clave'), 101),
    'limit.email': () => times(101, () => sendLogin(elsewhere(), guess)),
    'limit.email-address': () => oneAddress((from) => sendLogin(from, { ...full, password: 'x' }), 11),
    'limit.links': () => oneAddress((from) => requestLink(from, 'nadie@correo.es'), 21),
    'limit.logins': () => times(60, () => sendLogin(elsewhere(), often)),
    'limit.registrations': () => oneAddress((from) => register(from), 21),
    'limit.taken-emails': () => oneAddress((from) => register(from, { email: ana.email }), 101),
    link: () => setPassword(elsewhere(), 'inventado', 'otra clave'),
    'login-code': () => post(elsewhere(), '/api/auth/oidc/session', { code: 'a', verifier: 'b' }),
    'login-too-old': () => old.call('DELETE', '/api/account', { json: { email: old.email } }),
    'no-password': () =>
      provider.call('PUT', '/api/account/password', { json: { currentPassword: 'x', newPassword: 'y' } }),
    'no-provider': () => call(host, 'GET', '/api/auth/oidc?return_to=http://localhost'),
    'not-found': () => ana.call('GET', '/api/notes/ninguna'),
    'not-json': () =>
      ana.call('POST', '/api/notes', { body: '{}', headers: { 'Content-Type': 'text/plain' } }),
    'password-needed': () => ana.call('DELETE', '/api/account/sessions'),
    'password-policy': () => register(elsewhere(), { password: 'corta1' }),
    'passwords-off': () => sendLogin(withProvider, ana),
    'quota.bytes': () =>
      ana.call('PUT', `/api/notes/${id}`, { json: { ...NOTE, content: 'a'.repeat(3000) } }),
    'quota.notes': () => full.call('POST', '/api/notes', { json: NOTE }),
    'registration-closed': () => register(closed),
    'return-address': () => call(closed, 'GET', '/api/auth/oidc?return_to=https://malo.example'),
    session: () => call(host, 'GET', '/api/notes', { token: 'inventado' }),
    storage: async () => {
      const release = await lockDatabase(host)
      await notes(NOTE)
      await release()
    },
    'too-long': () => notes({ ...NOTE, title: 'a'.repeat(501) }),
    unexpected: async () => {
      await execute(host, 'ALTER TABLE trash RENAME TO elsewhere')
      await ana.call('GET', '/api/trash')
      await execute(host, 'ALTER TABLE elsewhere RENAME TO trash')
    },
    'wrong-email': () => provider.call('DELETE', '/api/account', { json: { email: ana.email } }),
    'wrong-password': () => full.call('DELETE', '/api/account', { json: { password: 'adivinada' } }),
  }
  const logged = () => [host, closed, withProvider].flatMap(linesOf)
  const seen = (reason: string) => logged().filter((line) => line.reason === reason)
  for (const [reason, send] of Object.entries(calls)) {
    await send()
    await expect.poll(() => seen(reason).length, reason).toBeGreaterThan(0)
    for (const { status } of seen(reason)) expect(status, reason).toBe(REASONS[reason as Reason])
  }
  for (const [path, status, reason] of [
    ['/app/ninguna', 404, 'not-found'],
    ['/api/auth/oidc/callback?state=a', 302, 'oidc.expired'],
  ] as const) {
    await call(closed, 'GET', path)
    await expect
      .poll(logged)
      .toContainEqual(expect.objectContaining({ path: path.split('?')[0], status, reason }))
  }
  await call(closed, 'POST', '/app/')
  await expect.poll(() => seen('method')).toMatchObject([{ status: 405 }])

  for (const line of logged())
    expect(Boolean(line.reason), line.path).toBe((line.status ?? 0) >= 400 || line.reason === 'oidc.expired')
  const [anaId, fullId] = [await userIdOf(host, ana), await userIdOf(host, full)]
  for (const [reason, userId] of Object.entries({
    'body-too-slow': anaId,
    changed: anaId,
    credentials: anaId,
    'limit.email': anaId,
    'limit.email-address': fullId,
    'quota.bytes': anaId,
    'quota.notes': fullId,
    'too-long': anaId,
    session: undefined,
  }))
    expect(
      seen(reason).map((line) => line.userId),
      reason,
    ).toContain(userId)
  const secrets = [ana.email, ana.token, newRegistration().password, guess.password, NOTE.title, 'inventado']
  for (const secret of secrets)
    for (const { output } of [host, closed, withProvider]) expect(output()).not.toContain(secret)
})
