import { StorageUnavailable } from '@/server/store/database'
import {
  type Api,
  atOnce,
  call,
  createNote,
  createUser,
  jsonOf,
  listNotes,
  logIn,
  loginStatus,
  notesStatus,
  register,
  requestLink,
  sendLogin,
  setPassword,
  statusesOf,
  type User,
} from '../../support/api-client'
import { expect, expectMessage, fromNewAddress, test } from '../../support/api-fixtures'
import { execute, fillTable, rowsOf, select, withDatabase } from '../../support/database'
import { codeFor, exchangeCode, newVerifier, signInWithOidc } from '../../support/oidc-calls'
import { serveInProcess } from '../../support/servers/in-process-host'
import { linkIn, tokenIn } from '../../support/servers/mail'

const WRONG = 'La contraseña actual no es correcta.'
const NOT_SIGNED_IN = 'Inicia sesión para continuar.'
const TOO_MANY = 'Demasiados intentos fallidos. Inténtalo de nuevo dentro de unos minutos.'
const MALFORMED = 'La petición no es válida.'
const NEW = 'nueva 🔑 clave'

test('a new password ends other sessions, reset links and login codes', async ({ api, user, mail }) => {
  const other = await logIn(api, user)
  await requestLink(api, user.email)
  const [sent] = await mail.mailsTo(user.email)
  const code = `INSERT INTO sign_in_codes (code_hash, challenge, user_id, expires_at)
    SELECT ?, '', id, ? FROM users WHERE email = ?`
  await execute(api, code, user.email, Date.now() + 60_000, user.email)

  const response = await change(api, user)
  expect([response.status, response.body.length]).toEqual([204, 0])
  const account = jsonOf(await user.call('GET', '/api/account'))
  expect(account).toEqual({ email: user.email, userName: 'Carmen', hasPassword: true })
  expect(await notesStatus(api, other)).toBe(401)
  expect(await loginStatus(api, user)).toBe(401)
  expect(await loginStatus(api, { ...user, password: NEW })).toBe(200)
  expect((await setPassword(api, tokenIn(linkIn(sent)), 'otra clave')).status).toBe(410)
  for (const table of ['sign_in_codes', 'reset_links']) expect(await rowsOf(api, table, user)).toEqual([])
})

test('a wrong current password, or a new one that is not allowed, changes nothing', async ({ api, user }) => {
  const other = await logIn(api, user)
  for (const currentPassword of ['otra clave', '', ` ${user.password}`]) {
    expectMessage(await change(api, user, { currentPassword }), 403, WRONG)
  }
  for (const [newPassword, message] of [
    ['12345', 'La contraseña debe tener al menos 6 caracteres.'],
    ['nueva\0clave', 'El texto contiene caracteres que no se pueden guardar.'],
    [undefined, MALFORMED],
  ] as const) {
    expectMessage(await change(api, user, { newPassword }), 400, message)
  }
  expect(await loginStatus(api, user)).toBe(200)
  expect(await notesStatus(api, other)).toBe(200)
})

test('wrong passwords count as failed logins, whichever call is guessed at', async ({ api, user }) => {
  const endOthers = (json: object) =>
    call(api, 'DELETE', '/api/account/sessions', { token: user.token, json })
  for (let attempt = 0; attempt < 9; attempt += 3) {
    expectMessage(await change(api, user, { currentPassword: 'adivinada' }), 403, WRONG)
    expectMessage(await remove(api, user.token, { password: 'adivinada' }), 403, WRONG)
    expectMessage(await endOthers({ password: 'adivinada' }), 403, WRONG)
  }
  expectMessage(await change(api, user, { currentPassword: 'adivinada' }), 403, WRONG)
  for (const response of [
    await change(api, user),
    await remove(api, user.token, user),
    await endOthers(user),
    await sendLogin(api, user),
  ]) {
    expectMessage(response, 429, TOO_MANY)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(await notesStatus(api, user.token)).toBe(200)
  expect((await change(fromNewAddress(api), user)).status).toBe(204)
})

test('of several concurrent changes one is made, and its session stays', async ({ api, user }) => {
  const tokens = [user.token, await logIn(api, user), await logIn(api, user)]
  const responses = await Promise.all(
    tokens.map((token, number) => change(api, { ...user, token }, { newPassword: `nueva clave ${number}` })),
  )
  const winner = responses.findIndex(({ status }) => status === 204)
  expect(statusesOf(responses)).toEqual([204, 401, 401])
  for (const [number, token] of tokens.entries()) {
    expect(await notesStatus(api, token)).toBe(number === winner ? 200 : 401)
    const login = await loginStatus(api, { ...user, password: `nueva clave ${number}` })
    expect(login).toBe(number === winner ? 200 : 401)
  }
})

test('a change that is sent twice is made once', async ({ api, user }) => {
  expect(statusesOf(await atOnce(2, () => change(api, user)))).toEqual([204, 403])
  expect(await loginStatus(api, { ...user, password: NEW })).toBe(200)
})

test("a provider's account has no password, and its email deletes all of it", async ({
  api,
  oidcAccount,
  mail,
}) => {
  const { token, email } = await signInWithOidc(api, oidcAccount)
  const account = jsonOf(await call(api, 'GET', '/api/account', { token }))
  expect(account).toEqual({ email, userName: 'Carmen', hasPassword: false })

  const changed = await change(api, { token, password: '' })
  expectMessage(changed, 403, 'Tu cuenta no tiene contraseña: pide un enlace para elegirla.')
  expectMessage(await remove(api, token, { password: '' }), 400, MALFORMED)
  expectMessage(await remove(api, token, { email: `x${email}` }), 403, 'Ese no es el correo de tu cuenta.')
  await createNote(api, { token }, 'Compras')
  const { verifier, challenge } = newVerifier()
  const code = await codeFor(api, challenge, oidcAccount)
  expect((await remove(api, token, { email: ` ${email.toUpperCase()} ` })).status).toBe(204)
  const [sent] = await mail.mailsTo(email)
  expect(sent?.subject).toBe('Tu cuenta de Notas se ha eliminado')
  expect((await exchangeCode(api, code, verifier)).status).toBe(401)
  await expectNoOrphans(api)
  expect(await listNotes(api, await signInWithOidc(api, oidcAccount))).toEqual([])
})

test('nothing of a deleted user is left, and the email can register anew', async ({ api, user }) => {
  const other = await createUser(api)
  await other.addNote('De otra')
  await user.addNote('Compras')
  await requestLink(api, user.email)
  await logIn(api, user)
  // More notes than are deleted at a time.
  await fillTable(api, 'notes', user, 900)
  expect(await rowsOf(api, 'notes', user)).toHaveLength(901)

  expectMessage(await remove(api, user.token, { password: 'otra clave' }), 403, WRONG)
  expectMessage(await remove(api, user.token, { email: user.email }), 400, MALFORMED)
  // Failed logins are forgotten with the account.
  const guess = () => loginStatus(api, { ...user, password: 'adivinada' })
  for (let attempt = 0; attempt < 8; attempt += 1) await guess()
  expect(await notesStatus(api, user.token)).toBe(200)
  const response = await remove(api, user.token, user)
  expect([response.status, response.body.length]).toEqual([204, 0])

  expect(await notesStatus(api, user.token)).toBe(401)
  expect([await guess(), await loginStatus(api, user)]).toEqual([401, 401])
  await expectNoOrphans(api)
  expect(await listNotes(api, other)).toMatchObject([{ title: 'De otra' }])
  expect((await register(api, { ...user, userName: 'Carmen' })).status).toBe(201)
  expect(await listNotes(api, { token: await logIn(api, user) })).toEqual([])
})

test('a deletion of an account that stops half-way changes the ETag of the list', async ({ api, user }) => {
  await fillTable(api, 'notes', user, 450)
  const { token } = user
  const { etag = '' } = (await call(api, 'GET', '/api/notes', { token })).headers
  await withDatabase(api, async (database) => {
    let batches = 0
    const host = await serveInProcess(
      {
        ...database,
        async write(...statements) {
          const isBatch = statements.some((statement) => statement.sql.startsWith('DELETE FROM notes'))
          if (isBatch && ++batches === 2) throw new StorageUnavailable('full', { isUndone: true })
          return database.write(...statements)
        },
      },
      ({ log }) => ({ log: { ...log, error() {} } }),
    )
    const response = await remove(host, token, user)
    // 'Retry-After' would say that nothing is deleted.
    expect([response.status, response.headers['retry-after']]).toEqual([503, undefined])
    await host.stop()
  })
  const list = await call(api, 'GET', '/api/notes', { token, headers: { 'If-None-Match': etag } })
  expect(list.status).toBe(200)
  expect(jsonOf(list)).toHaveLength(250)
})

test('writes that run while the account is deleted fail cleanly and leave nothing', async ({ api, user }) => {
  const id = await user.addNote('Compras')
  const json = { title: 'Recados', content: 'pan' }
  const writes = atOnce(20, (number) =>
    number % 2 ? user.call('POST', '/api/notes', { json }) : user.call('PUT', `/api/notes/${id}`, { json }),
  )
  const deletions = atOnce(2, () => remove(api, user.token, user))
  for (const { status } of await writes) expect([200, 201, 401, 404]).toContain(status)
  expect(statusesOf(await deletions)).toEqual([204, 401])
  expectMessage(await user.call('POST', '/api/notes', { json }), 401, NOT_SIGNED_IN)
  await expectNoOrphans(api)
})

test('the owner is told of a new password, also by a mailed link', async ({ api, user, mail }) => {
  await requestLink(api, user.email)
  const [link] = await mail.mailsTo(user.email)
  await setPassword(api, tokenIn(linkIn(link)), NEW)
  const [, first] = await mail.mailsTo(user.email, 2)
  expect(first?.subject).toBe('Tu contraseña de Notas ha cambiado')

  const token = await logIn(api, { ...user, password: NEW })
  await change(api, { token, password: NEW }, { newPassword: 'otra clave' })
  const [, , sent] = await mail.mailsTo(user.email, 3)
  expect(sent?.subject).toBe('Tu contraseña de Notas ha cambiado')
  expect(sent?.text?.trim()).toBe(
    [
      'La contraseña de tu cuenta de Notas ha cambiado, y sus demás sesiones se han cerrado.',
      `Abrir Notas:\n${api.origin}/app/`,
      'Si no has sido tú, pide una contraseña nueva en «Forgot password?» y cierra las demás sesiones.',
    ].join('\n\n'),
  )
  expect(sent?.html).toContain(`<a href="${api.origin}/app/">Abrir Notas</a>`)
})

test('the owner is told of a provider that joined the account, once', async ({ api, oidcAccount, mail }) => {
  const { email, password } = await createUser(api, { email: oidcAccount.email })
  await execute(api, 'UPDATE users SET is_email_proved = 1 WHERE email = ?', email)
  await signInWithOidc(api, oidcAccount)
  const { token } = await signInWithOidc(api, oidcAccount)
  await remove(api, token, { password })
  const subjects = (await mail.mailsTo(email, 2)).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual([
    'Se puede entrar en Notas con otra cuenta',
    'Tu cuenta de Notas se ha eliminado',
  ])
})

test('the owner is told that the password of an account nobody had proved has ended', async ({
  api,
  oidcAccount,
  mail,
}) => {
  await register(api, { email: oidcAccount.email })
  await signInWithOidc(api, oidcAccount)
  const [sent] = await mail.mailsTo(oidcAccount.email)
  expect(sent?.subject).toBe('Se entra en Notas con otra cuenta')
  expect(sent?.text).toContain('su contraseña ya no vale, y sus demás sesiones se han cerrado.')
})

test("an unverified email, perhaps a stranger's, gets no notice", async ({ api, user, mail, nodes }) => {
  await change(api, user)
  await remove(api, user.token, { password: NEW })
  const last = await createUser(api)
  await execute(api, 'UPDATE users SET is_email_proved = 1 WHERE email = ?', last.email)
  for (let node = 0; node < nodes; node += 1) {
    await change(api, last, { currentPassword: node === 0 ? last.password : NEW })
  }
  await mail.mailsTo(last.email, nodes)
  expect(mail.mails().filter(({ to }) => to?.some(({ address }) => address === user.email))).toEqual([])
})

function change(host: Api, user: Pick<User, 'token' | 'password'>, fields: object = {}) {
  const json = { currentPassword: user.password, newPassword: NEW, ...fields }
  return call(host, 'PUT', '/api/account/password', { token: user.token, json })
}

function remove(host: Api, token: string, { password, email }: { password?: string; email?: string }) {
  return call(host, 'DELETE', '/api/account', {
    token,
    json: password === undefined ? { email } : { password },
  })
}

/** Expects no row of a user who is not there, in all tables with a `user_id`. */
async function expectNoOrphans(host: { databaseUrl: string }): Promise<void> {
  const columns = host.databaseUrl.startsWith('file:')
    ? `SELECT sqlite_master.name FROM sqlite_master, pragma_table_info(sqlite_master.name) AS columns
      WHERE sqlite_master.type = 'table' AND columns.name = 'user_id'`
    : "SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'user_id'"
  const tables = (await select(host, columns)).map(({ name }) => String(name))
  expect(tables.length).toBeGreaterThan(5)
  for (const table of tables) {
    const orphans = `SELECT user_id FROM ${table} WHERE user_id NOT IN (SELECT id FROM users)`
    expect(await select(host, orphans), table).toEqual([])
  }
}
