import { NO_PASSWORD } from '@/server/store/users'
import {
  atOnce,
  call,
  createUser,
  listNotes,
  newRegistration,
  register,
  sendLogin,
} from '../../support/api-client'
import { expect, expectMessage, fromNewAddress, test } from '../../support/api-fixtures'
import { execute } from '../../support/database'

const EMPTY = 'Todos los campos son obligatorios.'
const EMAIL = 'Por favor, ingrese un correo electrónico válido.'
const PASSWORD = 'La contraseña debe tener al menos 6 caracteres.'
const LONG_NAME = 'El nombre de usuario es demasiado largo.'
const MALFORMED = 'La petición no es válida.'
const BUSY = 'Hay demasiadas peticiones en este momento. Inténtalo de nuevo en unos segundos.'
const CHARACTERS = 'El texto contiene caracteres que no se pueden guardar.'

const REGISTRATIONS: [name: string, fields: object, message: string][] = [
  ['an empty user name', { userName: '' }, EMPTY],
  ['a user name of spaces', { userName: '   ' }, EMPTY],
  ['no user name', { userName: undefined }, EMPTY],
  ['a user name that is a number', { userName: 7 }, EMPTY],
  ['a user name of 101 characters', { userName: 'n'.repeat(101) }, LONG_NAME],
  ['a user name of 101 emoji', { userName: '🦜'.repeat(101) }, LONG_NAME],
  ['a user name with a NUL', { userName: 'Car\0men' }, CHARACTERS],
  ['half an emoji in the user name', { userName: '\ud83e' }, CHARACTERS],
  ['an empty email', { email: '' }, EMPTY],
  ['no email', { email: undefined }, EMPTY],
  ['null as an email', { email: null }, EMPTY],
  ['an email without a domain', { email: 'carmen' }, EMAIL],
  ['an email with a Kelvin sign, in lower case a k', { email: '\u212a@correo.es' }, EMAIL],
  ['an empty password', { password: '' }, EMPTY],
  ['no password', { password: undefined }, EMPTY],
  ['a password that is a list', { password: ['una clave'] }, EMPTY],
  ['a password of 5 characters', { password: '12345' }, PASSWORD],
  ['a password of 5 emoji', { password: '🔑🔑🔑🔑🔑' }, PASSWORD],
  ['a wrong email and no password', { email: 'carmen', password: '' }, EMPTY],
  ['a wrong email and a short password', { email: 'carmen', password: '1' }, EMAIL],
]

test('an invalid registration is refused', async ({ host }) => {
  for (const [name, fields, message] of REGISTRATIONS)
    expectMessage(await register(host, fields), 400, message, name)
})

const MALFORMED_LOGINS: [name: string, json: unknown, message: string][] = [
  ['no fields', {}, MALFORMED],
  ['no password', { email: 'carmen@correo.es' }, MALFORMED],
  ['no email', { password: 'una clave' }, MALFORMED],
  ['a number as a password', { email: 'carmen@correo.es', password: 123456 }, MALFORMED],
  ['an object as an email', { email: { $ne: '' }, password: 'una clave' }, MALFORMED],
  ['a NUL', { email: 'carmen@correo.es', password: 'una\0clave' }, CHARACTERS],
  ['a list', [], MALFORMED],
  ['null', null, MALFORMED],
  ['a text', 'carmen@correo.es', MALFORMED],
]

test('a malformed login is refused', async ({ host }) => {
  for (const [name, json, message] of MALFORMED_LOGINS)
    expectMessage(await call(host, 'POST', '/api/auth/login', { json }), 400, message, name)
})

test('some of too many logins get 503, account or not', { tag: '@slow' }, async ({ api, user }) => {
  const [known, withoutPassword] = await Promise.all([createUser(api), createUser(api)])
  await execute(api, 'UPDATE users SET password_hash = ? WHERE email = ?', NO_PASSWORD, withoutPassword.email)
  const users = [known, withoutPassword, newRegistration()]
  const logins = atOnce(300, async (index) => {
    const { email = '', password = '' } = users[index % users.length] ?? {}
    return { email, response: await sendLogin(fromNewAddress(api), { email, password }) }
  })
  expect(await listNotes(api, user)).toEqual([])

  const responses = await logins
  for (const { email } of users) {
    const status = email === known.email ? 200 : 401
    const ofUser = responses.filter((login) => login.email === email).map(({ response }) => response)
    const refused = ofUser.filter((response) => response.status === 503)
    // A login costs a password check if it waits for one.
    expect(refused.length).toBeGreaterThan(0)
    expect(ofUser.filter((response) => response.status === status)).toHaveLength(
      ofUser.length - refused.length,
    )
    for (const response of refused) {
      expectMessage(response, 503, BUSY)
      expect(response.headers['retry-after']).toBe('5')
    }
  }
})
