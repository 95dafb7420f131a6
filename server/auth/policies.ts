import { isPassword } from '@/lib/domain/credentials'
import { shortPassword } from '@/lib/domain/messages/auth'
import { Refused } from '../http/failures'
import * as messages from '../messages'
import { isCommonPassword } from './common-passwords'

export type PasswordPolicy = 'basic' | 'strong'

const STRONG_LENGTH = 8

export function passwordProblem(policy: PasswordPolicy, password: string, email: string): string | undefined {
  if (policy === 'basic') return isPassword(password) ? undefined : shortPassword
  const lowered = password.toLowerCase()
  if ([...password].length < STRONG_LENGTH) return messages.shortStrongPassword
  if (lowered === email) return messages.passwordIsEmail
  return isCommonPassword(lowered) ? messages.commonPassword : undefined
}

export function assertAllowed(policy: PasswordPolicy, password: string, email: string): void {
  const message = passwordProblem(policy, password, email)
  if (message !== undefined) throw new Refused('password-policy', message)
}

type Domains = { domains: string[] }

export type RegistrationPolicy = 'open' | 'closed' | Domains

export function hasDomains(policy: RegistrationPolicy): policy is Domains {
  return typeof policy === 'object'
}

export function mayRegister(policy: RegistrationPolicy, email: string | undefined): boolean {
  if (policy === 'open' || policy === 'closed') return policy === 'open'
  const domain = email?.split('@').at(-1)
  return domain !== undefined && policy.domains.includes(domain)
}

const RECENT_LOGIN_MS = 10 * 60 * 1000

/** Whether a login can confirm what an account without a password asks for. One ahead may be another node's. */
export function isRecentLogin(at: number, now: number): boolean {
  return Math.abs(now - at) < RECENT_LOGIN_MS
}
