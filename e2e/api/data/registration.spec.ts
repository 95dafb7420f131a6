import { type Api, type ApiResponse, call, jsonOf, logIn, newRegistration } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { sql, withDatabase } from '../../support/database'
import { runAdmin } from '../../support/servers/admin'

const CLOSED = { message: 'El registro está cerrado.' }

test('where registration is closed nobody gets an account but from the operator', { tag: '@slow' }, async ({
  start,
  databaseUrl,
}) => {
  const host = await start({ REGISTRATION: 'closed' })
  const { email } = newRegistration()
  const refused = await register(host, { email })
  expect(refused.status).toBe(403)
  expect(jsonOf(refused)).toEqual(CLOSED)
  expect((await register(host, { email: 'nadie' })).status).toBe(400)

  const env = { SITE_URL: 'https://notas.example/app', REGISTRATION: 'closed' }
  const created = await runAdmin(databaseUrl, ['create-user', email.toUpperCase()], undefined, env)
  expect(created).toMatchObject({ code: 0, errors: '' })
  expect(created.output).toMatch(/^https:\/\/notas\.example\/app\/reset-password\/#token=\S+\n$/)
  const token = created.output.trim().split('#token=')[1]
  const reset = await call(host, 'POST', '/api/auth/reset', { json: { token, password: 'otra clave' } })
  expect(reset.status).toBe(204)
  expect(await logIn(host, { email, password: 'otra clave' })).toMatch(/\S/)

  expect(await runAdmin(databaseUrl, ['create-user', email], undefined, env)).toMatchObject({
    code: 1,
    errors: `${email} has an account already.\n`,
  })
  expect(await runAdmin(databaseUrl, ['create-user', 'nadie'], undefined, env)).toMatchObject({
    code: 1,
    errors: "'nadie' is not an email.\n",
  })
})

test('registration can be open to some domains', async ({ start }) => {
  const host = await start({ REGISTRATION: 'correo.es, Example.com' })
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

const REFUSED: [password: string, message: string][] = [
  ['siete77', 'La contraseña debe tener al menos 8 caracteres.'],
  ['12345', 'La contraseña debe tener al menos 8 caracteres.'],
  ['password1', 'Esa contraseña es de las más usadas: elige otra.'],
  ['PassWord123', 'Esa contraseña es de las más usadas: elige otra.'],
  ['carmen@correo.es', 'La contraseña no puede ser tu correo.'],
  ['CARMEN@correo.es', 'La contraseña no puede ser tu correo.'],
]

test('a strong policy refuses new passwords that are short, common or the email, and old ones stay valid', {
  tag: '@slow',
}, async ({ start, databaseUrl }) => {
  const before = await start()
  const email = 'carmen@correo.es'
  expect((await register(before, { email: 'ana@correo.es', password: '123456' })).status).toBe(201)
  await before.stop()

  const host = await start({ PASSWORD_POLICY: 'strong' })
  expect(await logIn(host, { email: 'ana@correo.es', password: '123456' })).toMatch(/\S/)
  for (const [password, message] of REFUSED) {
    const refused = await register(host, { email, password })
    expect(refused.status, password).toBe(400)
    expect(jsonOf(refused)).toEqual({ message })
  }
  expect((await register(host, { email, password: 'ocho ñ 8' })).status).toBe(201)

  const env = { SITE_URL: 'https://notas.example/app', PASSWORD_POLICY: 'strong' }
  const { output } = await runAdmin(databaseUrl, ['reset-link', email], undefined, env)
  const token = output.trim().split('#token=')[1]
  for (const [password, message] of REFUSED) {
    const refused = await call(host, 'POST', '/api/auth/reset', { json: { token, password } })
    expect([refused.status, jsonOf(refused)], password).toEqual([400, { message }])
  }
  expect(await runAdmin(databaseUrl, ['reset-password', email], 'password1\n', env)).toMatchObject({
    code: 1,
    errors:
      'A password has at least 8 characters, and is neither one of the commonest nor the email: it was not changed.\n',
  })
  const reset = await call(host, 'POST', '/api/auth/reset', { json: { token, password: 'nueve ñ 9' } })
  expect(reset.status).toBe(204)
})

test('a basic policy refuses only passwords of fewer than 6 characters', async ({ api }) => {
  expect((await register(api, { password: '123456' })).status).toBe(201)
  const refused = await register(api, { password: '12345' })
  expect(refused.status).toBe(400)
  expect(jsonOf(refused)).toEqual({ message: 'La contraseña debe tener al menos 6 caracteres.' })
})

test('a login replaces a password hash of other parameters', async ({ api, user }) => {
  // argon2id of 'una clave' with 8 MiB and one pass.
  const { hash } = await import('@node-rs/argon2')
  const outdated = await hash(user.password, { memoryCost: 8192, timeCost: 1 })
  const where = 'WHERE email = ?'
  await withDatabase(api, ({ write }) =>
    write(sql(`UPDATE users SET password_hash = ? ${where}`, outdated, user.email)),
  )

  await logIn(api, user)
  const hashNow = () =>
    withDatabase(api, async ({ read }) => {
      const [row] = await read(sql(`SELECT password_hash FROM users ${where}`, user.email))
      return String(row?.password_hash)
    })
  await expect.poll(hashNow).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await logIn(api, user)
})

function register(host: Api, fields: object = {}): Promise<ApiResponse> {
  return call(host, 'POST', '/api/auth/register', { json: { ...newRegistration(), ...fields } })
}
