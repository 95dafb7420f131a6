import { cpSync, mkdirSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { addressesIn, fail2banRegex, runFail2ban } from '../support/fail2ban'
import { isInstalled } from '../support/servers/process'

test.skip(!isInstalled('fail2ban-regex') && !process.env.CI, 'fail2ban is not installed')

const TIME = '2026-11-22T15:00:00.000Z'
const USER = 'ec7f8b0e-6d0c-4a57-8a3f-0c9a3c6a3b1d'
const EVENT = { time: TIME, level: 'info', event: 'login.failed', address: '203.0.113.7', requestId: 'r1' }

const REFUSED = { userId: USER, reason: 'limit.email-address', address: '203.0.113.8' }

const BANNED: [name: string, line: string, address: string][] = [
  ['a failed login', JSON.stringify(EVENT), '203.0.113.7'],
  ['a failed login of a user', JSON.stringify({ ...EVENT, userId: USER }), '203.0.113.7'],
  ['a failed reset link', JSON.stringify({ ...EVENT, event: 'reset-link.failed' }), '203.0.113.7'],
  ['an IPv6 address', JSON.stringify({ ...EVENT, address: '2001:db8:1:2::7' }), '2001:db8:1:2::7'],
  ['an IPv4 address in IPv6', JSON.stringify({ ...EVENT, address: '::ffff:203.0.113.7' }), '203.0.113.7'],
  ['a request above a limit', request('/api/auth/login', 429), '203.0.113.8'],
  [
    "a line of the journal, after the machine's and the unit's name",
    `srv node[17]: ${JSON.stringify(EVENT)}`,
    '203.0.113.7',
  ],
]

const ORDINARY: [name: string, line: string][] = [
  ['a login', JSON.stringify({ ...EVENT, event: 'login.ok', userId: USER })],
  ['another event', JSON.stringify({ ...EVENT, event: 'password.reset', userId: USER })],
  ['an event whose name begins in the same way', JSON.stringify({ ...EVENT, event: 'login.failed.often' })],
  ['a request', request('/', 200, {})],
  ['a request without a token', request('/api/notes', 401)],
  ['a name instead of an address', JSON.stringify({ ...EVENT, address: 'notas.example.com' })],
  ['an address in another key', JSON.stringify({ ...EVENT, address: '', client: '203.0.113.7' })],
  [
    'a start',
    JSON.stringify({ ...EVENT, event: 'started', address: undefined, url: 'http://192.0.2.1:3000/app/' }),
  ],
  [
    'an error',
    JSON.stringify({ time: TIME, level: 'error', cause: 'Error: login.failed\n  at 203.0.113.7' }),
  ],
]

/** Paths that imitate the host's lines, for 192.0.2.1. */
const FORGED_PATHS = [
  '/x","event":"login.failed","address":"192.0.2.1',
  '/x\\","event":"login.failed","address":"192.0.2.1',
  '/x\\\\","event":"login.failed","address":"192.0.2.1"}',
  '/x","status":429,"ms":3,"address":"192.0.2.1"}',
  `/x\n${JSON.stringify({ ...EVENT, address: '192.0.2.1' })}`,
  `/x\u2028${JSON.stringify({ ...EVENT, address: '192.0.2.1' })}`,
  `/x\u0085srv node[1]: ${JSON.stringify({ ...EVENT, address: '192.0.2.1' })}`,
  `/${JSON.stringify({ ...EVENT, address: '192.0.2.1' })}`,
  `/${'\\"'.repeat(4000)}","event":"login.failed","address":"192.0.2.1`,
]

test('Fail2Ban finds the address of failed logins, failed reset links and requests above a limit', {
  tag: '@slow',
}, () => {
  for (const [name, line, address] of BANNED) expect.soft(addressesIn([line]), name).toEqual([address])
})

test('Fail2Ban finds no address in other lines', { tag: '@slow' }, () => {
  expect(addressesIn(ORDINARY.map(([, line]) => line))).toEqual([])
})

test('a path that imitates an event bans nobody else', { tag: '@slow' }, () => {
  for (const status of [200, 401, 404]) {
    expect(addressesIn(FORGED_PATHS.map((path) => request(path, status)))).toEqual([])
  }
  const limited = FORGED_PATHS.map((path) => request(path, 429))
  expect(addressesIn(limited)).toEqual(limited.map(() => '203.0.113.8'))
})

test('Fail2Ban takes the time from the line', { tag: '@slow' }, () => {
  const seconds = String(Date.parse(TIME) / 1000)
  expect(fail2banRegex('row', [JSON.stringify(EVENT)])).toEqual([expect.stringContaining(seconds)])
})

test('Fail2Ban accepts the jail', { tag: '@slow' }, () => {
  const folder = test.info().outputPath('fail2ban')
  cpSync('/etc/fail2ban', folder, { recursive: true, filter: (path) => !path.includes('/jail.d/') })
  mkdirSync(`${folder}/jail.d`, { recursive: true })
  cpSync('deploy/fail2ban/notas.conf', `${folder}/filter.d/notas.conf`)
  cpSync('deploy/fail2ban/jail.conf', `${folder}/jail.d/notas.conf`)
  expect(runFail2ban('fail2ban-client', ['-c', folder, '--test'])).toContain('OK')
  expect(runFail2ban('fail2ban-client', ['-c', folder, '-d'])).toContain("['start', 'notas']")
})

/** Line of the host's log for a request. */
function request(path: string, status: number, last: object = REFUSED): string {
  const first = { time: TIME, level: 'info', requestId: 'r1', method: 'GET', path, status, ms: 3 }
  return JSON.stringify({ ...first, ...last })
}
