import { invalidEmail } from './messages/auth'
import { passwordErrors } from './password-rules'

export const USER_NAME_MAX_LENGTH = 100

const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,6}$/
const EMAIL_MAX_LENGTH = 254 // RFC 5321

export type Credentials = { email: string; password: string }
export type Registration = Credentials & { userName: string }
export type FieldErrors<Fields> = { [Field in keyof Fields]?: string }

export function isEmail(email: string): boolean {
  return email.length <= EMAIL_MAX_LENGTH && EMAIL.test(email)
}

export function loginErrors({ email, password }: Credentials): FieldErrors<Credentials> {
  return { ...emailErrors(email), ...passwordErrors(password) }
}

export function emailErrors(email: string): { email?: string } {
  return isEmail(email) ? {} : { email: invalidEmail }
}

export function emptyFields(registration: Registration): (keyof Registration)[] {
  return (['userName', 'email', 'password'] as const).filter((field) => registration[field] === '')
}
