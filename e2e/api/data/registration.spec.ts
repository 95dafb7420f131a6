import { hash } from '@node-rs/argon2'
import { deleteUnconfirmedUsers } from '@/server/store/users'
import {
  atOnce,
  logIn,
  loginStatus,
  newRegistration,
  register,
  setPassword,
  statusesOf,
} from '../../support/api-client'
import { expect, expectMessage, test } from '../../support/api-fixtures'
import { execute, select, withDatabase } from '../../support/database'
import { failed, runAdmin } from '../../support/servers/admin'
import { linkIn, type MailServer, tokenIn } from '../../support/servers/mail'

const DAY_MS = 24 * 60 * 60 * 1000
const { signal } = new AbortController()

const CLOSED = 'El registro está cerrado.'

test('where registration is closed the operator adds users', { tag: '@slow' }, async ({ start }) => {
  const host = await start({ REGISTRATION: 'closed' })
  const { email } = newRegistration()
  expectMessage(await register(host, { email }), 403, CLOSED)
  expect((await register(host, { email: 'nadie' })).status).toBe(400)

  const env = { SITE_URL: 'https://notas.example/app', REGISTRATION: 'closed' }
  const created = await runAdmin(host.databaseUrl, ['create-user', email.toUpperCase()], undefined, env)
  const errors = 'It works once, within 30 minutes; reset-link makes another.\n'
  expect(created).toMatchObject({ code: 0, errors })
  expect(created.output).toMatch(/^https:\/\/notas\.example\/app\/reset-password\/#token=\S+\n$/)
  const token = tokenIn(created.output.trim())
  expect((await setPassword(host, token, 'otra clave')).status).toBe(204)
  expect(await logIn(host, { email, password: 'otra clave' })).toMatch(/\S/)

  const create = (email: string) => runAdmin(host.databaseUrl, ['create-user', email], undefined, env)
  expect(await create(email)).toEqual(failed(`${email} has an account already.\n`))
  expect(await create('nadie')).toEqual(failed("'nadie' is not an email.\n"))
})

/** Settings of a host whose users prove that the address is theirs. */
const domains = (mail: MailServer) => ({
  REGISTRATION: 'correo.es, Example.com',
  SITE_URL: 'https://notas.example/app',
  ...mail.env,
})

test('registration can be open to some domains', async ({ start, mail }) => {
  const host = await start(domains(mail))
  const statusOf = async (domain: string) => {
    const email = newRegistration().email.replace('correo.es', domain)
    return (await register(host, { email })).status
  }
  expect(await statusOf('correo.es')).toBe(201)
  expect(await statusOf('EXAMPLE.com')).toBe(201)
  for (const domain of ['otro.es', 'sub.correo.es', 'nocorreo.es', 'correo.es.otro.es']) {
    expect(await statusOf(domain), domain).toBe(403)
  }
})

test('with domains a mailed link proves the address, and the typed password is thrown away', async ({
  start,
  mail,
}) => {
  const host = await start(domains(mail))
  const user = newRegistration()
  const registered = await register(host, user)
  expect([registered.status, JSON.parse(String(registered.body))]).toEqual([201, { isLinkMailed: true }])
  const [first] = await mail.mailsTo(user.email)
  expect(await loginStatus(host, user)).toBe(401)

  await test.step('again before that: another link, and the same answer', async () => {
    const again = await register(host, { ...user, password: 'de un extraño' })
    expect([again.status, String(again.body)]).toEqual([201, String(registered.body)])
    await mail.mailsTo(user.email, 2)
    expect(await loginStatus(host, { ...user, password: 'de un extraño' })).toBe(401)
  })

  expect((await setPassword(host, tokenIn(linkIn(first)), 'mi clave')).status).toBe(204)
  expect(await loginStatus(host, { ...user, password: 'mi clave' })).toBe(200)

  await test.step('an address with an account gets a mail that says so, and the same answer', async () => {
    const taken = await register(host, user)
    expect([taken.status, String(taken.body)]).toEqual([201, String(registered.body)])
    const mails = await mail.mailsTo(user.email, 4)
    expect(mails.at(-1)?.subject).toBe('Ya tienes una cuenta de Notas')
    expect(linkIn(mails.at(-1))).toBe('https://notas.example/app/')
    expect(await loginStatus(host, { ...user, password: 'mi clave' })).toBe(200)
  })
})

test('what is not confirmed within seven days is deleted, and nothing else', async ({ start, mail }) => {
  const host = await start(domains(mail))
  const [gone, confirmed, made] = [newRegistration(), newRegistration(), newRegistration()]
  for (const { email } of [gone, confirmed]) await register(host, { email })
  const [link] = await mail.mailsTo(confirmed.email)
  await mail.mailsTo(gone.email)
  const env = { SITE_URL: 'https://notas.example/app', REGISTRATION: 'closed' }
  await runAdmin(host.databaseUrl, ['create-user', made.email], undefined, env)
  const emails = () => select(host, 'SELECT email FROM users ORDER BY email')
  const all = [gone, confirmed, made].map(({ email }) => ({ email }))
  expect(await emails()).toEqual(expect.arrayContaining(all))
  // A node of 1.0.0 sets a password without a word about the address.
  expect((await setPassword(host, tokenIn(linkIn(link)), 'mi clave')).status).toBe(204)
  await execute(host, 'UPDATE users SET is_email_proved = 0')

  await withDatabase(host, (database) => deleteUnconfirmedUsers(database, Date.now() + 6 * DAY_MS, signal))
  expect(await emails()).toEqual(expect.arrayContaining(all))
  await withDatabase(host, (database) => deleteUnconfirmedUsers(database, Date.now() + 8 * DAY_MS, signal))
  const left = (await emails()).map(({ email }) => email)
  expect(left).toEqual(expect.arrayContaining([confirmed.email, made.email]))
  expect(left).not.toContain(gone.email)
})

test('a registration that is sent again begins its seven days anew, and a link keeps the account while it works', async ({
  start,
  mail,
}) => {
  const host = await start(domains(mail))
  const { email } = newRegistration()
  await register(host, { email, userName: 'Ana' })
  await mail.mailsTo(email)
  await execute(host, 'UPDATE users SET confirm_by = 1')
  const purge = () => withDatabase(host, (database) => deleteUnconfirmedUsers(database, Date.now(), signal))
  const expireLinks = () => execute(host, 'UPDATE reset_links SET expires_at = 1, previous_expires_at = 1')
  const names = () => select(host, 'SELECT user_name FROM users')

  await purge()
  expect(await names()).toEqual([{ user_name: 'Ana' }])
  await register(host, { email, userName: 'Ana María' })
  await mail.mailsTo(email, 2)
  await expireLinks()
  await purge()
  expect(await names()).toEqual([{ user_name: 'Ana María' }])
  await execute(host, 'UPDATE users SET confirm_by = 1')
  await purge()
  expect(await names()).toEqual([])
})

test('registrations of one address at once make one account, and either link sets its password', async ({
  start,
  mail,
}) => {
  const host = await start(domains(mail))
  const user = newRegistration()
  expect(statusesOf(await atOnce(2, () => register(host, user)))).toEqual([201, 201])
  const [link] = await mail.mailsTo(user.email, 2)
  expect(await select(host, 'SELECT email FROM users')).toEqual([{ email: user.email }])
  expect((await setPassword(host, tokenIn(linkIn(link)), 'mi clave')).status).toBe(204)
  expect(await loginStatus(host, { ...user, password: 'mi clave' })).toBe(200)
})

test("an account of the operator's stays as it is when its address registers", async ({ start, mail }) => {
  const host = await start(domains(mail))
  const { email } = newRegistration()
  const env = { SITE_URL: 'https://notas.example/app', REGISTRATION: 'closed' }
  const made = await runAdmin(host.databaseUrl, ['create-user', email], undefined, env)
  const users = () => select(host, 'SELECT * FROM users')
  const before = await users()
  expect((await register(host, { email })).status).toBe(201)
  expect((await mail.mailsTo(email))[0]?.subject).toBe('Ya tienes una cuenta de Notas')
  expect(await users()).toEqual(before)
  expect((await setPassword(host, tokenIn(made.output.trim()), 'mi clave')).status).toBe(204)
})

test('mails of registrations count for the limits of links', async ({ start, mail }) => {
  const host = await start(domains(mail))
  const statuses: number[] = []
  for (let times = 0; times < 21; times += 1)
    statuses.push((await register(host, { email: newRegistration().email })).status)
  expect(statuses).toEqual([...Array(20).fill(201), 429])
})

const REFUSED: [password: string, message: string][] = [
  ['siete77', 'La contraseña debe tener al menos 8 caracteres.'],
  ['12345', 'La contraseña debe tener al menos 8 caracteres.'],
  ['password1', 'Esa contraseña es de las más usadas: elige otra.'],
  ['PassWord123', 'Esa contraseña es de las más usadas: elige otra.'],
  ['carmen@correo.es', 'La contraseña no puede ser tu correo.'],
  ['CARMEN@correo.es', 'La contraseña no puede ser tu correo.'],
]

test('a strong policy refuses weak new passwords', { tag: '@slow' }, async ({ start }) => {
  const before = await start()
  const email = 'carmen@correo.es'
  expect((await register(before, { email: 'ana@correo.es', password: '123456' })).status).toBe(201)
  await before.stop()

  const host = await start({ PASSWORD_POLICY: 'strong' })
  expect(await logIn(host, { email: 'ana@correo.es', password: '123456' })).toMatch(/\S/)
  for (const [password, message] of REFUSED) {
    expectMessage(await register(host, { email, password }), 400, message, password)
  }
  expect((await register(host, { email, password: 'ocho ñ 8' })).status).toBe(201)

  const env = { SITE_URL: 'https://notas.example/app', PASSWORD_POLICY: 'strong' }
  const { output } = await runAdmin(host.databaseUrl, ['reset-link', email], undefined, env)
  const token = tokenIn(output.trim())
  for (const [password, message] of REFUSED) {
    expectMessage(await setPassword(host, token, password), 400, message, password)
  }
  expect(await runAdmin(host.databaseUrl, ['reset-password', email], 'password1\n', env)).toMatchObject({
    code: 1,
    errors:
      'A password has at least 8 characters, and is neither one of the commonest nor the email: it was not changed.\n',
  })
  expect((await setPassword(host, token, 'nueve ñ 9')).status).toBe(204)
})

test('a login replaces a password hash of other parameters', async ({ api, user }) => {
  // argon2id of 'una clave' with 8 MiB and one pass.
  const outdated = await hash(user.password, { memoryCost: 8192, timeCost: 1 })
  await execute(api, 'UPDATE users SET password_hash = ? WHERE email = ?', outdated, user.email)
  await logIn(api, user)
  const hashNow = async () => {
    const [row] = await select(api, 'SELECT password_hash FROM users WHERE email = ?', user.email)
    return String(row?.password_hash)
  }
  await expect.poll(hashNow).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await logIn(api, user)
})
