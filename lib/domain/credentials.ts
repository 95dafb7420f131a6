import { invalidEmail, shortPassword } from './messages/auth'

export const USER_NAME_MAX_LENGTH = 100

const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,6}$/
const EMAIL_MAX_LENGTH = 254 // RFC 5321
// Looks behind: else a run of spaces within would be tried from each of its places.
const INVISIBLE_AROUND = /^[\s\p{C}\p{DI}]+|(?<![\s\p{C}\p{DI}])[\s\p{C}\p{DI}]+$/gu
const PASSWORD_MIN_LENGTH = 6

export type Credentials = { email: string; password: string }
export type Registration = Credentials & { userName: string }
export type FieldErrors<Fields> = { [Field in keyof Fields]?: string }

/** Removes spaces and invisible characters around an email, as copied from chats and web pages. */
export function trimEmail(text: string): string {
  return text.replace(INVISIBLE_AROUND, '')
}

export function isEmail(email: string): boolean {
  return email.length <= EMAIL_MAX_LENGTH && EMAIL.test(email)
}

export function isPassword(password: string): boolean {
  return [...password].length >= PASSWORD_MIN_LENGTH
}

export function loginErrors({ email, password }: Credentials): FieldErrors<Credentials> {
  return { ...emailErrors(email), ...passwordErrors(password) }
}

export function emailErrors(email: string): { email?: string } {
  return isEmail(email) ? {} : { email: invalidEmail }
}

export function passwordErrors(password: string): { password?: string } {
  return isPassword(password) ? {} : { password: shortPassword }
}

export function emptyFields(registration: Registration): (keyof Registration)[] {
  return (['userName', 'email', 'password'] as const).filter((field) => registration[field] === '')
}
