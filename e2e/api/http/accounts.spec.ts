import { call, createUser, jsonOf, listNotes, newRegistration, type Origin } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'

const EMPTY = 'Todos los campos son obligatorios.'
const EMAIL = 'Por favor, ingrese un correo electrónico válido.'
const PASSWORD = 'La contraseña debe tener al menos 6 caracteres.'
const LONG_NAME = 'El nombre de usuario es demasiado largo.'
const MALFORMED = 'La petición no es válida.'
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
  ['an email without an ending', { email: 'carmen@correo' }, EMAIL],
  ['an email with an accent', { email: 'cármen@correo.es' }, EMAIL],
  ['an email with a Kelvin sign, in lower case a k', { email: '\u212a@correo.es' }, EMAIL],
  ['an email with a line break inside', { email: 'carmen@correo.es\nBcc: x@y.es' }, EMAIL],
  ['an email of 255 characters', { email: `${'a'.repeat(245)}@correo.es` }, EMAIL],
  ['an empty password', { password: '' }, EMPTY],
  ['no password', { password: undefined }, EMPTY],
  ['a password that is a list', { password: ['una clave'] }, EMPTY],
  ['a password of 5 characters', { password: '12345' }, PASSWORD],
  ['a password of 5 emoji', { password: '🔑🔑🔑🔑🔑' }, PASSWORD],
  ['a wrong email and no password', { email: 'carmen', password: '' }, EMPTY],
  ['a wrong email and a short password', { email: 'carmen', password: '1' }, EMAIL],
]

for (const [name, fields, message] of REGISTRATIONS) {
  test(`a registration with ${name} is refused`, async ({ host }) => {
    const registration = { ...newRegistration(), ...fields }
    const response = await call(host, 'POST', '/api/auth/register', { json: registration })

    expect(response.status).toBe(400)
    expect(jsonOf(response)).toEqual({ message })
  })
}

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

for (const [name, json, message] of MALFORMED_LOGINS) {
  test(`a login with ${name} is malformed`, async ({ host }) => {
    const response = await call(host, 'POST', '/api/auth/login', { json })

    expect(response.status).toBe(400)
    expect(jsonOf(response)).toEqual({ message })
  })
}

test('an unknown email takes as long as a wrong password', async ({ api, user }) => {
  const wrong: number[] = []
  const unknown: number[] = []
  for (let attempt = 0; attempt < 9; attempt += 1) {
    wrong.push(await timeOfLogin(api, user.email))
    unknown.push(await timeOfLogin(api, newRegistration().email))
  }

  expect(median(unknown)).toBeGreaterThan(median(wrong) / 3)
  expect(median(unknown)).toBeLessThan(median(wrong) * 3)
})

test('some of too many concurrent logins get 503, and reads go on', { tag: '@slow' }, async ({
  host,
  user,
}) => {
  const users = await Promise.all(Array.from({ length: 6 }, () => createUser(host)))
  const logins = Array.from({ length: 300 }, (_, index) => {
    const { email = '', password = '' } = users[index % users.length] ?? {}
    return call(host, 'POST', '/api/auth/login', { json: { email, password } })
  })
  expect(await listNotes(host, user)).toEqual([])

  const responses = await Promise.all(logins)
  const refused = responses.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(responses.filter(({ status }) => status === 200).length).toBe(300 - refused.length)
  for (const response of refused) {
    expect(jsonOf(response)).toEqual({
      message: 'Hay demasiadas peticiones en este momento. Inténtalo de nuevo en unos segundos.',
    })
    expect(response.headers['retry-after']).toBe('5')
  }
})

async function timeOfLogin(host: Origin, email: string): Promise<number> {
  const start = performance.now()
  await call(host, 'POST', '/api/auth/login', { json: { email, password: 'otra clave' } })
  return performance.now() - start
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
}
