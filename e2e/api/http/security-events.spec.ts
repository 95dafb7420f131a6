import { call, createUser, logIn, newRegistration, sendLogin, setPassword } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { addressesIn } from '../../support/fail2ban'
import { type LogLine, linesOf } from '../../support/log-lines'
import { runAdmin } from '../../support/servers/admin'
import type { HostProcess } from '../../support/servers/host'
import { tokenIn } from '../../support/servers/mail'
import { isInstalled } from '../../support/servers/process'

const ADDRESS = '203.0.113.7'

test('security events are logged without secrets', { tag: '@slow' }, async ({ start }) => {
  const host = await start({ TRUST_PROXY: '1' })
  const here = { ...host, address: ADDRESS }
  const user = await createUser(here)
  await sendLogin(here, { ...user, password: 'adivinada' })
  const stranger = { email: newRegistration().email, password: 'adivinada' }
  await sendLogin(here, stranger)
  await user.call('POST', '/api/auth/logout')
  await setPassword(here, 'inventado', 'otra clave')
  const env = { SITE_URL: 'http://localhost' }
  const { output: link } = await runAdmin(host.databaseUrl, ['reset-link', user.email], undefined, env)
  const token = tokenIn(link.trim())
  await setPassword(here, token, 'otra clave')

  const json = { currentPassword: 'otra clave', newPassword: 'tercera clave' }
  const first = await logIn(here, { ...user, password: 'otra clave' })
  await call(here, 'PUT', '/api/account/password', { token: first, json })
  await call(here, 'PUT', '/api/account/password', { token: first, json })
  const confirmed = { token: first, json: { password: 'tercera clave' } }
  await call(here, 'DELETE', '/api/account/sessions', confirmed)
  await call(here, 'DELETE', '/api/account', confirmed)

  await expect.poll(() => eventsOf(host).length).toBe(12)
  const events = eventsOf(host)
  const userId = events[0]?.userId
  expect(userId).toMatch(/^[\da-f-]{36}$/)
  expect(events.map(({ event, userId }) => [event, userId])).toEqual([
    ['account.created', userId],
    ['login.ok', userId],
    ['login.failed', userId],
    ['login.failed', undefined],
    ['session.ended', userId],
    ['reset-link.failed', undefined],
    ['password.reset', userId],
    ['login.ok', userId],
    ['password.changed', userId],
    ['login.failed', userId],
    ['session.ended', userId],
    ['account.deleted', userId],
  ])
  for (const { address, requestId } of events) {
    expect(address).toBe(ADDRESS)
    expect(host.output()).toMatch(new RegExp(`"requestId":"${requestId}","method":"(POST|PUT|DELETE)"`))
  }
  for (const secret of [user.email, stranger.email, user.token, token, first, 'clave', 'adivinada']) {
    expect(host.output()).not.toContain(secret)
  }
})

test('refused requests are logged with the whole address of their client', async ({ start }) => {
  const host = await start({ TRUST_PROXY: '1' })
  const address = '2001:db8:1:2:3::7'
  const { email } = await createUser(host)
  for (let attempt = 0; attempt < 11; attempt += 1) {
    await sendLogin({ ...host, address }, { email, password: 'adivinada' })
  }
  await call({ ...host, address }, 'GET', '/api/notes')
  await call({ ...host, address }, 'GET', '/api/health')

  await expect.poll(() => host.output()).toContain('/api/health')
  const refused = linesOf(host).filter(({ status }) => status === 401 || status === 429)
  expect(refused).toHaveLength(12)
  for (const line of refused) expect(line.address).toBe(address)
  expect(refused.map(({ status }) => status)).toContain(429)
  const others = linesOf(host).filter(({ status }) => status !== undefined && status < 400)
  for (const line of others) expect(line.address).toBeUndefined()
})

test('Fail2Ban finds those who guess, and nobody else', { tag: '@slow' }, async ({ start }) => {
  test.skip(!isInstalled('fail2ban-regex') && !process.env.CI, 'fail2ban is not installed')
  const host = await start({ TRUST_PROXY: '1' })
  const user = await createUser({ ...host, address: '192.0.2.1' })
  const guess = (address: string) => sendLogin({ ...host, address }, { ...user, password: 'adivinada' })
  await guess(ADDRESS)
  await guess('2001:db8:1:2:3::7')
  const forged = '/app/%22,%22event%22:%22login.failed%22,%22address%22:%22192.0.2.9%22'
  await user.call('GET', forged)
  await user.call('POST', '/api/auth/logout')

  await expect.poll(() => host.output()).toContain('session.ended')
  expect(addressesIn(host.output().split('\n'))).toEqual([ADDRESS, '2001:db8:1:2:3::7'])
})

test('a host that others can reach without https says so', { tag: '@slow' }, async ({ start }) => {
  const warned = await start({ HOST: '0.0.0.0' })
  await expect.poll(() => warned.output()).toContain('SITE_URL is not https')
})

function eventsOf(host: HostProcess): LogLine[] {
  const [started, ...events] = linesOf(host).filter(({ event }) => event !== undefined)
  expect(started?.event).toBe('started')
  return events
}
