import { expect, test } from '@playwright/test'
import { emptyFields, isEmail, isPassword, loginErrors } from '@/lib/domain/credentials'

const EMAILS: [email: string, isValid: boolean][] = [
  ['carmen@correo.es', true],
  ['carmen.ruiz+notas@mail.correo.com', true],
  ["o'brien@correo.ie", true],
  ['a@b.co', true],
  ['a@b.museum', true],
  ['a@1-2.es', true],
  ['CARMEN@CORREO.ES', true],
  [`${'a'.repeat(244)}@correo.es`, true],
  [`${'a'.repeat(245)}@correo.es`, false],
  ['', false],
  ['carmen', false],
  ['carmen@', false],
  ['@correo.es', false],
  ['carmen@correo', false],
  ['carmen@correo.e', false],
  ['carmen@correo.museums', false],
  ['carmen@correo.e5', false],
  ['carmen@correo..es', false],
  ['carmen@.es', false],
  ['carmen@correo.es.', false],
  ['carmen@@correo.es', false],
  ['carmen ruiz@correo.es', false],
  ['carmen@correo.es\n', false],
  ['carmen@correo.es\nBcc: x@y.es', false],
  ['cármen@correo.es', false],
  ['carmen@ñandú.es', false],
  ['carmen@correo.ñu', false],
  ['<carmen@correo.es>', false],
]

test('an email has a name, a domain and an ending of 2 to 6 letters', () => {
  for (const [email, isValid] of EMAILS) expect(isEmail(email), email).toBe(isValid)
})

const PASSWORDS: [password: string, isValid: boolean][] = [
  ['', false],
  ['12345', false],
  ['123456', true],
  ['1234567', true],
  ['      ', true],
  ['🔑🔑🔑🔑🔑', false],
  ['🔑🔑🔑🔑🔑🔑', true],
]

test('a password has at least 6 characters', () => {
  for (const [password, isValid] of PASSWORDS) expect(isPassword(password), password).toBe(isValid)
})

test('each invalid field of a login has its own message', () => {
  const email = 'Por favor, ingrese un correo electrónico válido.'
  const password = 'La contraseña debe tener al menos 6 caracteres.'

  expect(loginErrors({ email: 'a', password: '1' })).toEqual({ email, password })
  expect(loginErrors({ email: 'a@b.es', password: '1' })).toEqual({ password })
  expect(loginErrors({ email: 'a', password: '123456' })).toEqual({ email })
  expect(loginErrors({ email: 'a@b.es', password: '123456' })).toEqual({})
})

test('the empty fields of a registration are listed in the order of the form', () => {
  expect(emptyFields({ userName: '', email: '', password: '' })).toEqual(['userName', 'email', 'password'])
  expect(emptyFields({ userName: 'a', email: 'b', password: '' })).toEqual(['password'])
  expect(emptyFields({ userName: 'a', email: 'b', password: ' ' })).toEqual([])
})
