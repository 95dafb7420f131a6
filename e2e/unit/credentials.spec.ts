import { expect, test } from '@playwright/test'
import { emptyFields, isEmail, isPassword, loginErrors, trimEmail } from '@/lib/domain/credentials'

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

const SPELLINGS: [name: string, typed: string, email: string][] = [
  ['nothing around it', 'ana@correo.es', 'ana@correo.es'],
  ['spaces and line breaks', ' \t\u00A0ana@correo.es\r\n', 'ana@correo.es'],
  ['a zero-width space after it', 'ana@correo.es\u200B', 'ana@correo.es'],
  ['a left-to-right mark before it', '\u200Eana@correo.es', 'ana@correo.es'],
  ['an embedding of Arabic chats', '\u202Aana@correo.es\u202C', 'ana@correo.es'],
  ['a word joiner, a soft hyphen and a byte order mark', '\uFEFF\u00ADana@correo.es\u2060', 'ana@correo.es'],
  ['a Hangul filler, which is a letter', '\u3164ana@correo.es', 'ana@correo.es'],
  ['nothing else', '\u200B \u2060', ''],
  ['marks within it', 'ana\u200B@correo.es', 'ana\u200B@correo.es'],
  ['what is seen', '«ana@correo.es»', '«ana@correo.es»'],
]

test('an email is what stands between unseen characters', () => {
  for (const [name, typed, email] of SPELLINGS) expect(trimEmail(typed), name).toBe(email)
})

test('an email with a long run of spaces within is soon told', () => {
  const email = `ana${' '.repeat(1_000_000)}@correo.es`
  expect(trimEmail(` ${email} `)).toBe(email)
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
