import {
  type Api,
  type ApiResponse,
  call,
  createUser,
  jsonOf,
  listNotes,
  type User,
} from '../../support/api-client'
import { expect, newAddress, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'
import { signInWithOidc } from '../../support/oidc-calls'
import { linkIn } from '../../support/servers/mail'

const WRONG = 'La contraseña actual no es correcta.'
const NOT_SIGNED_IN = 'Inicia sesión para continuar.'
const TOO_MANY = 'Demasiados intentos fallidos. Inténtalo de nuevo dentro de unos minutos.'
const NEW = 'nueva 🔑 clave'

const CALLS = [
  ['GET', '/api/account'],
  ['PUT', '/api/account/password'],
  ['DELETE', '/api/account'],
  ['GET', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions/x'],
] as const

test('the account is denied unless signed in', async ({ api, user }) => {
  for (const [method, path] of CALLS) {
    for (const token of [undefined, '', 'x', `${user.token}x`]) {
      const response = await call(api, method, path, { token, json: passwords(user) })
      expectFailure(response, 401, NOT_SIGNED_IN)
      expect(response.headers['www-authenticate']).toBe('Bearer')
    }
  }
  expect(await loginStatus(api, user)).toBe(200)
})

test('the account has email, user name and whether it has a password, and nothing else', async ({
  api,
  user,
}) => {
  const response = await call(api, 'GET', '/api/account', { token: user.token })
  expect(response.status).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(jsonOf(response)).toEqual({ email: user.email, userName: 'Carmen', hasPassword: true })
})

test('a new password ends all other sessions, the reset link and the login codes', async ({
  api,
  user,
  mail,
}) => {
  const other = await tokenOf(api, user)
  await call(api, 'POST', '/api/auth/forgot', { json: { email: user.email } })
  const [sent] = await mail.mailsTo(user.email)
  await withDatabase(api, ({ write }) =>
    write(
      sql(
        `INSERT INTO sign_in_codes (code_hash, challenge, user_id, expires_at)
          SELECT ?, '', id, ? FROM users WHERE email = ?`,
        user.email,
        Date.now() + 60_000,
        user.email,
      ),
    ),
  )

  const response = await change(api, user)
  expect([response.status, response.body.length]).toEqual([204, 0])
  expect(await notesStatus(api, user.token)).toBe(200)
  expect(await notesStatus(api, other)).toBe(401)
  expect(await loginStatus(api, user)).toBe(401)
  expect(await loginStatus(api, { ...user, password: NEW })).toBe(200)
  const token = linkIn(sent).split('#token=')[1]
  const reset = await call(api, 'POST', '/api/auth/reset', { json: { token, password: 'otra clave' } })
  expect(reset.status).toBe(410)
  for (const table of ['sign_in_codes', 'reset_links']) expect(await rowsOf(api, table, user)).toEqual([])
})

test('a wrong current password changes nothing', async ({ api, user }) => {
  const other = await tokenOf(api, user)
  for (const currentPassword of ['otra clave', '', ` ${user.password}`]) {
    expectFailure(await change(api, user, { currentPassword }), 403, WRONG)
  }
  expect(await loginStatus(api, user)).toBe(200)
  expect(await notesStatus(api, other)).toBe(200)
})

test('a new password that is not allowed is refused', async ({ api, user }) => {
  for (const [newPassword, message] of [
    ['12345', 'La contraseña debe tener al menos 6 caracteres.'],
    ['nueva\0clave', 'El texto contiene caracteres que no se pueden guardar.'],
    [undefined, 'La petición no es válida.'],
  ] as const) {
    expectFailure(await change(api, user, { newPassword }), 400, message)
  }
  expect(await loginStatus(api, user)).toBe(200)
})

test('wrong passwords count as failed logins, whichever call is guessed at', async ({ api, user }) => {
  const guesses = [
    () => change(api, user, { currentPassword: 'adivinada' }),
    () => remove(api, user.token, { password: 'adivinada' }),
  ]
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expectFailure(await (guesses[attempt % 2] as () => Promise<ApiResponse>)(), 403, WRONG)
  }
  const login = await call(api, 'POST', '/api/auth/login', { json: user })
  for (const response of [await change(api, user), await remove(api, user.token, user), login]) {
    expectFailure(response, 429, TOO_MANY)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(await notesStatus(api, user.token)).toBe(200)
  expect((await change({ ...api, address: newAddress() }, user)).status).toBe(204)
})

test('10 of 30 concurrent guesses are checked, and a right one after them is refused', async ({
  api,
  user,
}) => {
  const guesses = Array.from({ length: 30 }, () => change(api, user, { currentPassword: 'adivinada' }))
  const right = change(api, user)
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  expect((await right).status).toBe(429)
})

test('of several concurrent changes one is made, and its session stays', async ({ api, user }) => {
  const tokens = [user.token, await tokenOf(api, user), await tokenOf(api, user)]
  const responses = await Promise.all(
    tokens.map((token, number) => change(api, { ...user, token }, { newPassword: `nueva clave ${number}` })),
  )
  const winner = responses.findIndex(({ status }) => status === 204)
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 401, 401])
  for (const [number, token] of tokens.entries()) {
    expect(await notesStatus(api, token)).toBe(number === winner ? 200 : 401)
    const login = await loginStatus(api, { ...user, password: `nueva clave ${number}` })
    expect(login).toBe(number === winner ? 200 : 401)
  }
})

test('a change that is sent twice is made once', async ({ api, user }) => {
  const responses = await Promise.all([change(api, user), change(api, user)])
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 403])
  expect(await loginStatus(api, { ...user, password: NEW })).toBe(200)
})

test('no login with the old password outlives a change', async ({ api, user }) => {
  const logins = Array.from({ length: 8 }, () => call(api, 'POST', '/api/auth/login', { json: user }))
  const [changed, ...responses] = await Promise.all([change(api, user), ...logins])
  expect(changed?.status).toBe(204)
  for (const response of responses) {
    expect([200, 401]).toContain(response.status)
    if (response.status !== 200) continue
    expect(await notesStatus(api, (jsonOf(response) as { token: string }).token)).toBe(401)
  }
  expect(await notesStatus(api, user.token)).toBe(200)
})

test('an account of a provider has no password to change, and is deleted by its email', async ({
  api,
  oidcAccount,
  mail,
}) => {
  const { token, email } = await signInWithOidc(api, oidcAccount)
  const account = jsonOf(await call(api, 'GET', '/api/account', { token }))
  expect(account).toEqual({ email, userName: 'Carmen', hasPassword: false })

  const user = { token, email, password: '' }
  expectFailure(await change(api, user), 403, 'Tu cuenta no tiene contraseña: pide un enlace para elegirla.')
  expectFailure(await remove(api, token, { password: '' }), 400, 'La petición no es válida.')
  expectFailure(await remove(api, token, { email: `x${email}` }), 403, 'Ese no es el correo de tu cuenta.')
  expect((await remove(api, token, { email: ` ${email.toUpperCase()} ` })).status).toBe(204)
  const [sent] = await mail.mailsTo(email)
  expect(sent?.subject).toBe('Tu cuenta de Notas se ha eliminado')

  const again = await signInWithOidc(api, oidcAccount)
  expect(jsonOf(await call(api, 'GET', '/api/notes', { token: again.token }))).toEqual([])
})

test('nothing of a deleted user is left, and the email can register anew', async ({ api, user }) => {
  const other = await createUser(api)
  await other.addNote('De otra')
  await user.addNote('Compras')
  await call(api, 'POST', '/api/auth/forgot', { json: { email: user.email } })
  await tokenOf(api, user)
  await call(api, 'POST', '/api/auth/login', { json: { ...user, password: 'adivinada' } })
  const tables = await tablesOfUsers(api)
  expect(tables.length).toBeGreaterThan(5)

  expectFailure(await remove(api, user.token, { password: 'otra clave' }), 403, WRONG)
  expectFailure(await remove(api, user.token, { email: user.email }), 400, 'La petición no es válida.')
  expect(await notesStatus(api, user.token)).toBe(200)
  const response = await remove(api, user.token, user)
  expect([response.status, response.body.length]).toEqual([204, 0])

  expect(await notesStatus(api, user.token)).toBe(401)
  expect(await loginStatus(api, user)).toBe(401)
  for (const table of tables) {
    const orphans = `SELECT * FROM ${table} WHERE user_id NOT IN (SELECT id FROM users)`
    expect(await withDatabase(api, ({ read }) => read(sql(orphans))), table).toEqual([])
  }
  expect(await listNotes(api, other)).toMatchObject([{ title: 'De otra' }])
  const registered = await call(api, 'POST', '/api/auth/register', { json: { ...user, userName: 'Carmen' } })
  expect(registered.status).toBe(201)
  expect(jsonOf(await call(api, 'GET', '/api/notes', { token: await tokenOf(api, user) }))).toEqual([])
})

test('the failed logins of a deleted account are forgotten with it', async ({ api, user }) => {
  const guess = () => call(api, 'POST', '/api/auth/login', { json: { ...user, password: 'adivinada' } })
  for (let attempt = 0; attempt < 9; attempt += 1) await guess()
  expect((await remove(api, user.token, user)).status).toBe(204)
  expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(401)
})

test('an account of more notes than are deleted at a time leaves none', async ({ api, user }) => {
  const notes = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 900)
    SELECT n FROM numbers`
  await withDatabase(api, ({ write }) =>
    write(
      sql(
        `INSERT INTO notes (id, user_id, title, content, version)
          SELECT users.id || '-' || n, users.id, '', '', n FROM users, (${notes}) AS numbers WHERE email = ?`,
        user.email,
      ),
    ),
  )
  expect(await rowsOf(api, 'notes', user)).toHaveLength(900)
  expect((await remove(api, user.token, user)).status).toBe(204)
  const left = await withDatabase(api, ({ read }) =>
    read(sql('SELECT id FROM notes WHERE user_id NOT IN (SELECT id FROM users)')),
  )
  expect(left).toEqual([])
})

test('writes that run while the account is deleted fail cleanly and leave nothing', async ({ api, user }) => {
  const id = await user.addNote('Compras')
  const { token } = user
  const json = { title: 'Recados', content: 'pan' }
  const writes = Array.from({ length: 20 }, (_, number) =>
    number % 2
      ? call(api, 'POST', '/api/notes', { token, json })
      : call(api, 'PUT', `/api/notes/${id}`, { token, json }),
  )
  const deletions = [remove(api, token, user), remove(api, token, user)]
  for (const { status } of await Promise.all(writes)) expect([200, 201, 401, 404]).toContain(status)
  expect((await Promise.all(deletions)).map(({ status }) => status).sort()).toEqual([204, 401])
  const late = await call(api, 'POST', '/api/notes', { token, json })
  expectFailure(late, 401, NOT_SIGNED_IN)
  const left = await withDatabase(api, ({ read }) =>
    read(sql('SELECT id FROM notes WHERE user_id NOT IN (SELECT id FROM users)')),
  )
  expect(left).toEqual([])
})

test('the owner of a verified email is told of a new password', async ({ api, user, mail }) => {
  await verify(api, user)
  await change(api, user)
  const [sent] = await mail.mailsTo(user.email)
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

test('the owner is told of a password set by a mailed link', async ({ api, user, mail }) => {
  await call(api, 'POST', '/api/auth/forgot', { json: { email: user.email } })
  const [sent] = await mail.mailsTo(user.email)
  const token = linkIn(sent).split('#token=')[1]
  await call(api, 'POST', '/api/auth/reset', { json: { token, password: NEW } })
  const [, notice] = await mail.mailsTo(user.email, 2)
  expect(notice?.subject).toBe('Tu contraseña de Notas ha cambiado')
})

test('the owner is told of a provider that joined the account, once', async ({ api, oidcAccount, mail }) => {
  const json = { userName: 'Carmen', email: oidcAccount.email, password: 'una clave' }
  await call(api, 'POST', '/api/auth/register', { json })
  await signInWithOidc(api, oidcAccount)
  const { token } = await signInWithOidc(api, oidcAccount)
  await remove(api, token, oidcAccount)
  const subjects = (await mail.mailsTo(oidcAccount.email, 2)).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual([
    'Se puede entrar en Notas con otra cuenta',
    'Tu cuenta de Notas se ha eliminado',
  ])
})

test('an unverified email, which may be that of a stranger, gets no notice', async ({
  api,
  user,
  mail,
  nodes,
}) => {
  await change(api, user)
  await remove(api, user.token, { password: NEW })
  const last = await createUser(api)
  await verify(api, last)
  for (let node = 0; node < nodes; node += 1) {
    await change(api, last, { currentPassword: node === 0 ? last.password : NEW })
  }
  await mail.mailsTo(last.email, nodes)
  expect(mail.mails().filter(({ to }) => to?.some(({ address }) => address === user.email))).toEqual([])
})

type SignedIn = Pick<User, 'token' | 'email' | 'password'>

function passwords({ password }: { password: string }) {
  return { currentPassword: password, newPassword: NEW, password }
}

function change(host: Api, user: SignedIn, fields: object = {}): Promise<ApiResponse> {
  const json = { ...passwords(user), ...fields }
  return call(host, 'PUT', '/api/account/password', { token: user.token, json })
}

function remove(
  host: Api,
  token: string,
  { password, email }: { password?: string; email?: string },
): Promise<ApiResponse> {
  return call(host, 'DELETE', '/api/account', {
    token,
    json: password === undefined ? { email } : { password },
  })
}

async function tokenOf(host: Api, { email, password }: Pick<User, 'email' | 'password'>): Promise<string> {
  const response = await call(host, 'POST', '/api/auth/login', { json: { email, password } })
  return (jsonOf(response) as { token: string }).token
}

async function loginStatus(host: Api, { email, password }: Pick<User, 'email' | 'password'>) {
  return (await call(host, 'POST', '/api/auth/login', { json: { email, password } })).status
}

async function notesStatus(host: Api, token: string): Promise<number> {
  return (await call(host, 'GET', '/api/notes', { token })).status
}

function expectFailure(response: ApiResponse, status: number, message: string): void {
  expect([response.status, jsonOf(response)]).toEqual([status, { message }])
}

function rowsOf(host: { databaseUrl: string }, table: string, { email }: { email: string }) {
  const ofUser = `SELECT * FROM ${table} WHERE user_id = (SELECT id FROM users WHERE email = ?)`
  return withDatabase(host, ({ read }) => read(sql(ofUser, email)))
}

/** Names of all tables with a `user_id`. */
function tablesOfUsers(host: { databaseUrl: string }): Promise<string[]> {
  return withDatabase(host, async ({ read, dialect }) => {
    const columns =
      dialect === 'sqlite'
        ? `SELECT sqlite_master.name FROM sqlite_master, pragma_table_info(sqlite_master.name) AS columns
          WHERE sqlite_master.type = 'table' AND columns.name = 'user_id'`
        : "SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'user_id'"
    return (await read(sql(columns))).map(({ name }) => String(name))
  })
}

function verify(host: { databaseUrl: string }, { email }: User) {
  return withDatabase(host, ({ write }) =>
    write(sql('UPDATE users SET is_email_proved = 1 WHERE email = ?', email)),
  )
}
