import { shortPassword } from './messages/auth'

const PASSWORD_MIN_LENGTH = 6

export function isPassword(password: string): boolean {
  return [...password].length >= PASSWORD_MIN_LENGTH
}

export function passwordErrors(password: string): { password?: string } {
  return isPassword(password) ? {} : { password: shortPassword }
}
