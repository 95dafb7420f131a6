import type { Passwords } from './auth/passwords'
import type { Limits } from './auth/rate-limits'
import type { Log } from './http/log'
import type { SignIn } from './oidc/oidc'
import type { MailResetLink } from './password-reset/reset-email'
import type { Database } from './store/database'
import type { Session } from './store/sessions'

/** What the routes work with. */
export type Host = {
  database: Database
  limits: Limits
  passwords: Passwords
  log: Log
  /** Undefined where the host sends no mail. */
  mailResetLink: MailResetLink | undefined
  /** Undefined where no provider is set up. */
  signIn: SignIn | undefined
  /** Milliseconds since 1970. */
  now: () => number
}

/** What the middleware tells the routes of a request. */
export type Env = {
  Variables: { requestId: string; session: Session; tokenHash: string; address: string }
}
