import { buffer } from 'node:stream/consumers'
import { atOnce, call, createUser, newRegistration, register, requestLink } from '../../support/api-client'
import { expect, expectMessage, fromNewAddress, test } from '../../support/api-fixtures'
import { execute, lockDatabase, select } from '../../support/database'
import { linkIn, startMailServer } from '../../support/servers/mail'

const MAILED =
  'Si hay una cuenta con ese correo, en unos minutos recibirás en él un enlace para elegir otra contraseña.'
const NO_MAIL =
  'Este sitio no envía correos: pide un enlace para elegir otra contraseña a quien lo administra.'

const SITE = 'https://notas.example/app'

test('the mail is in Spanish, as text and HTML, and does not repeat the user name', async ({ api, mail }) => {
  const user = { ...newRegistration(), userName: 'Visita http://evil.example <b>ya</b>' }
  await register(api, user)
  await requestLink(api, user.email)

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

test('the host logs in to a mail server that requires it', async ({ start }) => {
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
    SITE_URL: SITE,
    SMTP_URL: mail.env.SMTP_URL.replace('//', '//notas:clave%20secreta@'),
  })
  const user = await createUser(host)
  await requestLink(host, user.email)
  await mail.mailsTo(user.email)

  expect(users).toEqual([['notas', 'clave secreta']])
  await mail.stop()
})

test('mails of links that wait do not crowd out a notice', { tag: '@slow' }, async ({ start }) => {
  const held: (() => void)[] = []
  const subjects: string[] = []
  const mail = await startMailServer({
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      const subject = /^Subject: (.*)/m.exec(String(await buffer(stream)))?.[1] ?? ''
      subjects.push(subject)
      if (subject.includes('Elige')) held.push(done)
      else done()
    },
  })
  const host = await start({ ...mail.env, SITE_URL: SITE, TRUST_PROXY: '1' })
  const user = await createUser(host)
  await execute(host, 'UPDATE users SET is_email_proved = 1')
  const others = await atOnce(22, () => createUser(host))
  for (const { email } of others) {
    const from = fromNewAddress(host)
    for (let request = 0; request < 5; request += 1) await requestLink(from, email)
  }
  await expect.poll(() => held.length).toBe(5)

  const json = { currentPassword: user.password, newPassword: 'nueva clave' }
  const changed = await call(host, 'PUT', '/api/account/password', { token: user.token, json })
  expect(changed.status).toBe(204)
  await expect.poll(() => subjects.filter((subject) => /ha.cambiado/.test(subject))).toHaveLength(1)
  // The host is stopped after the test, and waits for its mails.
  held.push = (done) => {
    done()
    return 0
  }
  for (const done of held.splice(0)) done()
  await host.stop()
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

test('request headers do not change the address in the link', { tag: '@slow' }, async ({ start, mail }) => {
  const named = await start({ ...mail.env, SITE_URL: SITE })
  const own = await start(mail.env)
  for (const [host, site] of [
    [named, SITE],
    [own, `${own.origin}/app`],
  ] as const) {
    const user = await createUser(host)
    const requested = await call(host, 'POST', '/api/auth/forgot', {
      json: { email: user.email },
      headers: NOT_FROM_THE_REQUEST,
    })
    expect(requested.status).toBe(200)
    const [sent] = await mail.mailsTo(user.email)
    expect(linkIn(sent).split('#')[0]).toBe(`${site}/reset-password/`)
    expect(JSON.stringify(sent)).not.toContain('evil')
  }
})

test('a host without mail says so for any email and creates no link', async ({ start, databaseUrl }) => {
  const host = await start()
  const user = await createUser(host)
  for (const email of [user.email, newRegistration().email, '']) {
    expectMessage(await requestLink(host, email), 200, NO_MAIL)
  }
  const links = await select({ databaseUrl }, 'SELECT * FROM reset_links')
  expect(links).toEqual([])
})

test('no response waits for a mail, and a stop does', { tag: '@slow' }, async ({ start }) => {
  const held: (() => void)[] = []
  const mail = await startMailServer({ onMailFrom: (_address, _session, done) => void held.push(done) })
  async function release(whileHeld = async () => {}) {
    await expect.poll(() => held.length).toBe(1)
    await whileHeld()
    held.shift()?.()
  }
  const host = await start({ ...mail.env, SITE_URL: SITE })
  const user = await createUser(host)
  const unlock = await lockDatabase(host)
  for (const email of [user.email, newRegistration().email]) {
    expectMessage(await requestLink(host, email), 200, MAILED)
  }
  await unlock()
  await release()
  expect(await mail.mailsTo(user.email)).toHaveLength(1)

  // A mail in progress at SIGTERM is sent.
  await requestLink(host, user.email)
  await release(async () => {
    host.kill('SIGTERM')
    await expect.poll(() => call(host, 'GET', '/api/health').catch(({ code }) => code)).toBe('ECONNREFUSED')
  })
  expect(await host.exited).toBe(0)
  expect(await mail.mailsTo(user.email)).toHaveLength(2)
  await mail.stop()
})

const INVALID_EMAILS: [name: string, json: unknown, message: string][] = [
  ['no fields', {}, 'La petición no es válida.'],
  ['a list of emails', { email: ['a@correo.es', 'b@correo.es'] }, 'La petición no es válida.'],
  ['a NUL', { email: 'a@correo.es\0' }, 'El texto contiene caracteres que no se pueden guardar.'],
  ...['carmen', 'a@correo.es, b@correo.es', 'a@correo.es\nBcc: b@correo.es', '"a"<b@correo.es>'].map(
    (email): [string, unknown, string] => [
      JSON.stringify(email),
      { email },
      'Por favor, ingrese un correo electrónico válido.',
    ],
  ),
]

test('an invalid email gets no mail, and an empty one asks whether any are sent', async ({ api, mail }) => {
  const before = mail.mails().length
  for (const [name, json, message] of INVALID_EMAILS) {
    expectMessage(await call(api, 'POST', '/api/auth/forgot', { json }), 400, message, name)
  }
  expect((await call(api, 'POST', '/api/auth/forgot', { json: { email: '' } })).status).toBe(204)
  expect(mail.mails()).toHaveLength(before)
})

test('an undelivered mail is logged without its secrets', { tag: '@slow' }, async ({ start }) => {
  const refusing = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`${address} is nobody`), { responseCode: 550 })),
  })
  const refused = await start({ ...refusing.env, SITE_URL: SITE })
  const away = await start({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'notas@correo.es', SITE_URL: SITE })
  for (const [host, reason] of [
    [refused, /"task":"reset mail","cause":"Error: The mail was not sent: \w+ 550 at RCPT TO/],
    [away, /"task":"reset mail","cause":"Error: The mail was not sent: .*ECONNREFUSED/],
  ] as const) {
    const user = await createUser(host)
    expectMessage(await requestLink(host, user.email), 200, MAILED)
    await expect.poll(() => host.output()).toMatch(reason)
    for (const secret of [user.email, 'token=', 'is nobody']) expect(host.output()).not.toContain(secret)
  }
  await refusing.stop()
})
