import { randomUUID } from 'node:crypto'
import { findResetLink, type ResetLink, useResetLink } from '@/server/store/reset-links'
import { hashToken } from '@/server/tokens'
import { linkIn, type MailServer, startMailServer } from '../../support/servers/mail'
import { admin } from '../../support/servers/admin'
import {
  type Answer,
  call,
  createUser,
  expect,
  jsonOf,
  logIn,
  newRegistration,
  sql,
  type User,
  withDatabase,
} from '../../support/api-client'
import { test as base } from '../../support/own-hosts'

const MAILED =
  'Si hay una cuenta con ese correo, en unos minutos recibirás en él un enlace para elegir otra contraseña.'
const NO_MAIL =
  'Este sitio no envía correos: pide un enlace para elegir otra contraseña a quien lo administra.'
const GONE = 'Este enlace ya no sirve: ha caducado, ya se ha usado o hay otro más reciente. Pide uno nuevo.'
const TOO_MANY = 'Se han pedido demasiados enlaces desde esta conexión. Inténtalo de nuevo más tarde.'

const SITE = 'https://notas.example/app'

type Host = { origin: string }

/** `mail` is a mail server of the test's own; hosts that are started send there. */
const test = base.extend<{ mail: MailServer }>({
  mail: async ({ browserName: _ }, use) => {
    const mail = await startMailServer()
    await use(mail)
    await mail.stop()
  },

  start: async ({ start, mail }, use) =>
    use((env) => start({ ...mail.env, SITE_URL: SITE, TRUST_PROXY: '1', ...env })),
})

test('whoever forgot the password sets another by the link in the mail, and is signed out everywhere', async ({
  start,
  mail,
}) => {
  const host = await start()
  const user = await createUser(host)
  const other = await createUser(host)
  const asked = await forgot(host, ` ${user.email.toUpperCase()} `)
  expect(asked.status).toBe(200)
  expect(jsonOf(asked)).toEqual({ message: MAILED })
  expect(asked.headers['cache-control']).toBe('no-store')

  const [sent] = await mail.mailsTo(user.email)
  expect(linkIn(sent)).toMatch(/^https:\/\/notas\.example\/app\/reset-password\/#token=[\w-]{43}$/)
  const answer = await reset(host, tokenIn(linkIn(sent)), 'nueva 🔑 clave')
  expect(answer.status).toBe(204)
  expect(answer.body).toHaveLength(0)

  expect(await loginStatus(host, user)).toBe(401)
  expect(await loginStatus(host, { ...user, password: 'nueva 🔑 clave' })).toBe(200)
  expect(await notesStatus(host, user)).toBe(401)
  expect(await notesStatus(host, other)).toBe(200)
  expect(await loginStatus(host, other)).toBe(200)
})

test('the mail says in Spanish what it is about, in text and in HTML, and repeats nothing that was typed', async ({
  start,
  mail,
}) => {
  const host = await start()
  const user = { ...newRegistration(), userName: 'Visita http://evil.example <b>ya</b>' }
  await call(host, 'POST', '/api/auth/register', { json: user })
  await forgot(host, user.email)

  const [sent] = await mail.mailsTo(user.email)
  const link = linkIn(sent)
  expect(sent?.from).toMatchObject({ name: 'Notas', address: 'notas@correo.es' })
  expect(sent?.to).toEqual([{ name: '', address: user.email }])
  expect(sent?.subject).toBe('Elige una contraseña nueva para Notas')
  expect(sent?.text?.trim()).toBe(
    [
      'Alguien, esperamos que tú, ha pedido una contraseña nueva para tu cuenta de Notas.',
      `Elegir una contraseña nueva:\n${link}`,
      'El enlace vale 30 minutos y sirve una sola vez.',
      'Si no lo has pedido tú, no hagas nada: tu cuenta sigue como estaba.',
    ].join('\n\n'),
  )
  expect(sent?.html).toContain('<html lang="es">')
  expect(sent?.html).toContain(`<a href="${link}">Elegir una contraseña nueva</a>`)
  expect(JSON.stringify(sent)).not.toContain('evil')
  expect(sent?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
})

test('a mail server that asks for a user and password gets them', async ({ start }) => {
  const users: unknown[] = []
  const mail = await startMailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      users.push([username, password])
      done(null, { user: username })
    },
  })
  const host = await start({
    ...mail.env,
    SMTP_URL: mail.env.SMTP_URL.replace('//', '//notas:clave%20secreta@'),
  })
  const user = await createUser(host)
  await forgot(host, user.email)
  await mail.mailsTo(user.email)

  expect(users).toEqual([['notas', 'clave secreta']])
  await mail.stop()
})

const NOT_FROM_THE_REQUEST = {
  Host: 'evil.example',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'https',
  Forwarded: 'host=evil.example',
  Origin: 'https://evil.example',
  Referer: 'https://evil.example/',
}

test('where the link leads does not follow from the request', async ({ start, mail }) => {
  const named = await start()
  const own = await start({ SITE_URL: '', TRUST_PROXY: '0' })
  for (const [host, site] of [
    [named, SITE],
    [own, `${own.origin}/app`],
  ] as const) {
    const user = await createUser(host)
    const asked = await call(host, 'POST', '/api/auth/forgot', {
      json: { email: user.email },
      headers: NOT_FROM_THE_REQUEST,
    })
    expect(asked.status).toBe(200)
    const [sent] = await mail.mailsTo(user.email)
    expect(linkIn(sent).split('#')[0]).toBe(`${site}/reset-password/`)
    expect(JSON.stringify(sent)).not.toContain('evil')
  }
})

test('a host that sends no mail says so to everybody, and makes no link', async ({ start, databaseUrl }) => {
  const host = await start({ SMTP_URL: '', MAIL_FROM: '' })
  const user = await createUser(host)
  for (const email of [user.email, newRegistration().email]) {
    const answer = await forgot(host, email)
    expect(answer.status).toBe(200)
    expect(jsonOf(answer)).toEqual({ message: NO_MAIL })
  }
  expect(await storedLinks(databaseUrl)).toEqual([])
})

test('an email is answered alike whether or not it has an account', async ({ start, mail }) => {
  const host = await start()
  const user = await createUser(host)
  const [known, unknown] = [await forgot(host, user.email), await forgot(host, newRegistration().email)]
  await mail.mailsTo(user.email)

  const { date, ...headers } = known.headers
  expect(unknown.headers).toEqual({ ...headers, date: expect.anything() })
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect(mail.mails()).toHaveLength(1)
})

test('the answer takes as long whether or not the email has an account, however slow the mail is', async ({
  start,
}) => {
  test.slow()
  const slow = await startMailServer({ onMailFrom: (_address, _session, done) => setTimeout(done, 1000) })
  const host = await start(slow.env)
  const users = await Promise.all(Array.from({ length: 15 }, () => createUser(host)))

  const known: number[] = []
  const unknown: number[] = []
  for (const user of users) {
    known.push(await timeOf(() => forgotFrom(host, newAddress(), user.email)))
    unknown.push(await timeOf(() => forgotFrom(host, newAddress(), newRegistration().email)))
  }
  expect(median(known)).toBeLessThan(median(unknown) * 3)
  expect(median(unknown)).toBeLessThan(median(known) * 3)
  // None has waited for its mail.
  expect(Math.max(...known)).toBeLessThan(1000)
  await slow.stop()
})

const NO_EMAILS: [name: string, json: unknown, message: string][] = [
  ['nothing in it', {}, 'La petición no es válida.'],
  ['a list of emails', { email: ['a@correo.es', 'b@correo.es'] }, 'La petición no es válida.'],
  ['a NUL', { email: 'a@correo.es\0' }, 'El texto contiene caracteres que no se pueden guardar.'],
  ...['', 'carmen', 'a@correo.es, b@correo.es', 'a@correo.es\nBcc: b@correo.es', '"a"<b@correo.es>'].map(
    (email): [string, unknown, string] => [
      JSON.stringify(email),
      { email },
      'Por favor, ingrese un correo electrónico válido.',
    ],
  ),
]

test('what is no email gets no mail', async ({ start, mail }) => {
  const host = await start()
  for (const [name, json, message] of NO_EMAILS) {
    const answer = await call(host, 'POST', '/api/auth/forgot', { json })
    expect([answer.status, jsonOf(answer)], name).toEqual([400, { message }])
  }
  expect(mail.mails()).toEqual([])
})

test('of 50 requests a minute for one email 5 send a mail, and all are answered alike', async ({
  start,
  mail,
}) => {
  const host = await start()
  const user = await createUser(host)
  const other = await createUser(host)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => forgotFrom(host, newAddress(), user.email)),
  )
  for (const answer of answers) expect([answer.status, jsonOf(answer)]).toEqual([200, { message: MAILED }])

  // Asked for last, and done after all of them.
  await forgot(host, other.email)
  await mail.mailsTo(other.email)
  const sent = await mail.mailsTo(user.email, 5)
  expect(sent).toHaveLength(5)
  expect(new Set(sent.map(linkIn)).size).toBe(5)
})

test('one address asks for 20 links in an hour, whatever the emails', async ({ start, mail }) => {
  const host = await start()
  const user = await createUser(host)
  for (const [address, email] of [
    ['192.0.2.1', user.email],
    ['192.0.2.2', newRegistration().email],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => forgotFrom(host, address, email)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(refused).toHaveLength(10)
    for (const answer of refused) {
      expect(jsonOf(answer)).toEqual({ message: TOO_MANY })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3500)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600)
    }
  }
  expect((await forgotFrom(host, '192.0.2.3', user.email)).status).toBe(200)
  await mail.mailsTo(user.email, 5)
})

test('hosts of one PostgreSQL count the mails together, a host of a SQLite file by itself', async ({
  database,
  start,
  mail,
}) => {
  const hosts = [await start(), await start()] as const
  const user = await createUser(hosts[0])
  const other = await createUser(hosts[0])
  for (const host of hosts) {
    for (let number = 0; number < 4; number += 1) await forgotFrom(host, newAddress(), user.email)
    await forgot(host, other.email)
  }
  await mail.mailsTo(other.email, 2)
  expect(await mail.mailsTo(user.email, 5)).toHaveLength(database === 'PostgreSQL' ? 5 : 8)
})

test('a link works once', async ({ start, mail }) => {
  const host = await start()
  const user = await createUser(host)
  const token = await mailedToken(host, mail, user)

  expect((await reset(host, token, 'nueva clave')).status).toBe(204)
  expectGone(await reset(host, token, 'otra clave más'))
  expect(await loginStatus(host, { ...user, password: 'nueva clave' })).toBe(200)
})

test('of 10 uses of a link at the same moment one sets its password', async ({ start, mail }) => {
  const host = await start()
  const user = await createUser(host)
  const token = await mailedToken(host, mail, user)
  const passwords = Array.from({ length: 10 }, (_, number) => `nueva clave ${number}`)
  const answers = await Promise.all(passwords.map((password) => reset(host, token, password)))

  const winner = answers.findIndex(({ status }) => status === 204)
  for (const [index, answer] of answers.entries()) if (index !== winner) expectGone(answer)
  const logins = await Promise.all(passwords.map((password) => loginStatus(host, { ...user, password })))
  expect(logins).toEqual(passwords.map((_, index) => (index === winner ? 200 : 401)))
})

test('a use of a link that comes too late leaves whoever is signed in since the one before', async ({
  start,
  mail,
  databaseUrl,
}) => {
  const host = await start()
  const user = await createUser(host)
  const linked = await mailedToken(host, mail, user)
  await withDatabase({ databaseUrl }, async (database) => {
    // What a request at the same moment has found.
    const found = await findResetLink(database, { tokenHash: hashToken(linked), now: Date.now() })
    expect((await reset(host, linked, 'nueva clave')).status).toBe(204)
    const token = await logIn(host, { ...user, password: 'nueva clave' })

    expect(await useResetLink(database, found as ResetLink, 'otra clave')).toBe(false)
    expect(await notesStatus(host, { token })).toBe(200)
  })
})

test('a second request makes the first link void', async ({ start, mail }) => {
  const host = await start()
  const user = await createUser(host)
  const first = await mailedToken(host, mail, user)
  const second = await mailedToken(host, mail, user, 2)

  expectGone(await reset(host, first, 'nueva clave'))
  expect(await loginStatus(host, user)).toBe(200)
  expect((await reset(host, second, 'nueva clave')).status).toBe(204)
})

test('requests beyond the limit leave the last mailed link as it is', async ({ start, mail }) => {
  const host = await start()
  const user = await createUser(host)
  for (let number = 1; number < 5; number += 1) await mailedToken(host, mail, user, number)
  const last = await mailedToken(host, mail, user, 5)
  for (let number = 0; number < 3; number += 1) await forgotFrom(host, newAddress(), user.email)

  expect((await reset(host, last, 'nueva clave')).status).toBe(204)
})

test('a link of 30 minutes ago has expired, and one of 29 works', async ({ start, mail, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  const token = await mailedToken(host, mail, user)

  const [link] = await storedLinks(databaseUrl)
  const lifetime = Number(link?.expires_at) - Date.now()
  expect(lifetime).toBeGreaterThan(29 * 60_000)
  expect(lifetime).toBeLessThanOrEqual(30 * 60_000)
  const expireAt = (time: number) =>
    withDatabase({ databaseUrl }, ({ write }) => write(sql('UPDATE reset_links SET expires_at = ?', time)))

  await expireAt(Date.now() - 1)
  expectGone(await reset(host, token, 'nueva clave'))
  await expireAt(Date.now() + 60_000)
  expect((await reset(host, token, 'nueva clave')).status).toBe(204)
})

test('a forged link is refused', async ({ start, mail, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  const token = await mailedToken(host, mail, user)
  const [link] = await storedLinks(databaseUrl)

  const forged = ['', 'a', randomUUID(), token.slice(1), `${token}A`, token.toLowerCase(), '%', "' OR 1=1 --"]
  for (const text of [...forged, String(link?.token_hash), user.token]) {
    expectGone(await reset(host, text, 'nueva clave'))
  }
  expect(await loginStatus(host, user)).toBe(200)
  expect((await reset(host, token, 'nueva clave')).status).toBe(204)
})

test('a password that no login would take leaves the link as it is', async ({ start, mail }) => {
  const host = await start()
  const user = await createUser(host)
  const token = await mailedToken(host, mail, user)

  for (const [password, message] of [
    ['12345', 'La contraseña debe tener al menos 6 caracteres.'],
    ['🔑🔑🔑🔑🔑', 'La contraseña debe tener al menos 6 caracteres.'],
    ['nueva\0clave', 'El texto contiene caracteres que no se pueden guardar.'],
    [123456, 'La petición no es válida.'],
    [undefined, 'La petición no es válida.'],
  ]) {
    const answer = await call(host, 'POST', '/api/auth/reset', { json: { token, password } })
    expect([answer.status, jsonOf(answer)]).toEqual([400, { message }])
  }
  expect((await reset(host, token, '🔑🔑🔑🔑🔑🔑')).status).toBe(204)
})

test('100 links that do not work stop an address, for a good one too, and no other address', async ({
  start,
  mail,
}) => {
  test.slow()
  const host = await start()
  const user = await createUser(host)
  const token = await mailedToken(host, mail, user)
  const resetFrom = (address: string, text: string) =>
    callFrom(host, address, '/api/auth/reset', { token: text, password: 'nueva clave' })
  const answers = await Promise.all(Array.from({ length: 120 }, () => resetFrom('192.0.2.1', randomUUID())))

  expect(answers.filter(({ status }) => status === 410)).toHaveLength(100)
  for (const answer of answers.filter(({ status }) => status !== 410)) {
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900)
  }
  expect((await resetFrom('192.0.2.1', token)).status).toBe(429)
  expect((await resetFrom('192.0.2.2', token)).status).toBe(204)
})

test('a link that was not yet used ends with the password that it would replace', async ({
  start,
  mail,
  databaseUrl,
}) => {
  const host = await start()
  const user = await createUser(host)
  const token = await mailedToken(host, mail, user)
  await admin(databaseUrl, ['reset-password', user.email], 'clave del operador\n')

  expectGone(await reset(host, token, 'nueva clave'))
  expect(await loginStatus(host, { ...user, password: 'clave del operador' })).toBe(200)
})

test('the link of a deleted user is gone with the user', async ({ start, mail, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  const token = await mailedToken(host, mail, user)
  expect((await admin(databaseUrl, ['delete-user', user.email, '--yes'])).code).toBe(0)

  expectGone(await reset(host, token, 'nueva clave'))
  expect(await storedLinks(databaseUrl)).toEqual([])
})

test("the operator's link sets a password once, and makes a mailed one void", async ({
  start,
  mail,
  databaseUrl,
}) => {
  const host = await start()
  const user = await createUser(host)
  const mailed = await mailedToken(host, mail, user)
  const run = await admin(databaseUrl, ['reset-link', user.email.toUpperCase()], '', { SITE_URL: SITE })

  expect(run).toMatchObject({ code: 0, errors: '' })
  expect(run.output).toMatch(/^https:\/\/notas\.example\/app\/reset-password\/#token=[\w-]{43}\n$/)
  const token = tokenIn(run.output.trim())
  expectGone(await reset(host, mailed, 'nueva clave'))
  expect((await reset(host, token, 'nueva clave')).status).toBe(204)
  expectGone(await reset(host, token, 'otra clave más'))
})

test("the operator's link leads to where the host listens, unless another address is set", async ({
  start,
  databaseUrl,
}) => {
  const user = await createUser(await start())
  for (const [env, site] of [
    [{ PORT: '4321' }, 'http://127.0.0.1:4321/app'],
    [{ HOST: '::1', BASE_PATH: '' }, 'http://[::1]:3000'],
    [{ SITE_URL: 'https://notas.example/' }, 'https://notas.example'],
    [{ HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000/a/b' }, 'http://localhost:3000/a/b'],
  ] as const) {
    const { output } = await admin(databaseUrl, ['reset-link', user.email], '', env)
    expect(output.split('#')[0]).toBe(`${site}/reset-password/`)
  }
  for (const [variable, value] of [
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['PORT', '0'],
    ['TRUST_PROXY', '1'],
  ]) {
    const env = { [String(variable)]: String(value) }
    const { code, output, errors } = await admin(databaseUrl, ['reset-link', user.email], '', env)
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^SITE_URL must be set, .+\.\n$/)
  }
})

test('a link is stored as nothing but its hash, and neither it nor an email is logged', async ({
  start,
  mail,
  databaseUrl,
}) => {
  const host = await start()
  const user = await createUser(host)
  const token = await mailedToken(host, mail, user)
  const stored = JSON.stringify(await storedLinks(databaseUrl))
  await reset(host, `${token}A`, 'nueva clave')
  await call(host, 'POST', `/api/auth/reset?token=${token}`, { json: { token, password: 'nueva clave' } })

  expect(stored).toContain('token_hash')
  expect(stored).not.toContain(token)
  await expect.poll(() => host.output()).toMatch(/"path":"\/api\/auth\/reset","status":204/)
  for (const secret of [token, user.email, 'nueva clave']) expect(host.output()).not.toContain(secret)
})

test('a mail that is refused or goes nowhere is told in the log, without email and link', async ({
  start,
}) => {
  const refusing = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`${address} is nobody`), { responseCode: 550 })),
  })
  const refused = await start(refusing.env)
  const away = await start({ SMTP_URL: 'smtp://127.0.0.1:1' })
  for (const [host, reason] of [
    [refused, /"task":"reset mail","cause":"Error: The mail was not sent: \w+ 550 at RCPT TO/],
    [away, /"task":"reset mail","cause":"Error: The mail was not sent: .*ECONNREFUSED/],
  ] as const) {
    const user = await createUser(host)
    expect(jsonOf(await forgot(host, user.email))).toEqual({ message: MAILED })
    await expect.poll(() => host.output()).toMatch(reason)
    for (const secret of [user.email, 'token=', 'is nobody']) expect(host.output()).not.toContain(secret)
  }
  await refusing.stop()
})

test('a mail under way at SIGTERM is sent', async ({ start }) => {
  const slow = await startMailServer({ onMailFrom: (_address, _session, done) => setTimeout(done, 2000) })
  const host = await start(slow.env)
  const user = await createUser(host)
  await forgot(host, user.email)
  host.kill('SIGTERM')

  expect(await host.exited).toBe(0)
  expect(await slow.mailsTo(user.email)).toHaveLength(1)
  await slow.stop()
})

test('a mail server that hangs does not keep the host longer than 10 s', async ({ start }) => {
  const silent = await startMailServer({ onConnect: () => {} })
  const host = await start(silent.env)
  const user = await createUser(host)
  await forgot(host, user.email)
  const begin = performance.now()
  host.kill('SIGTERM')

  expect(await host.exited).toBe(0)
  expect(performance.now() - begin).toBeLessThan(10_000)
  await silent.stop()
})

function forgot(host: Host, email: string): Promise<Answer> {
  return call(host, 'POST', '/api/auth/forgot', { json: { email } })
}

/** As the one proxy passes it on that the host trusts. */
function callFrom(host: Host, address: string, path: string, json: object): Promise<Answer> {
  return call(host, 'POST', path, { json, headers: { 'X-Forwarded-For': address } })
}

function forgotFrom(host: Host, address: string, email: string): Promise<Answer> {
  return callFrom(host, address, '/api/auth/forgot', { email })
}

function reset(host: Host, token: string, password: string): Promise<Answer> {
  return call(host, 'POST', '/api/auth/reset', { json: { token, password } })
}

/** The token of the newest link, once so many mails have come. */
async function mailedToken(host: Host, mail: MailServer, { email }: User, count = 1): Promise<string> {
  await forgot(host, email)
  return tokenIn(linkIn((await mail.mailsTo(email, count)).at(-1)))
}

function tokenIn(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') as string
}

function storedLinks(databaseUrl: string) {
  return withDatabase({ databaseUrl }, ({ read }) => read(sql('SELECT * FROM reset_links')))
}

async function loginStatus(host: Host, { email, password }: Pick<User, 'email' | 'password'>) {
  return (await call(host, 'POST', '/api/auth/login', { json: { email, password } })).status
}

async function notesStatus(host: Host, { token }: Pick<User, 'token'>) {
  return (await call(host, 'GET', '/api/notes', { token })).status
}

function expectGone(answer: Answer): void {
  expect(answer.status).toBe(410)
  expect(jsonOf(answer)).toEqual({ message: GONE })
}

let addresses = 0

/** One that nothing has come from yet. */
function newAddress(): string {
  addresses += 1
  return `198.51.${Math.floor(addresses / 256)}.${addresses % 256}`
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
}
