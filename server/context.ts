import type { Passwords } from './auth/passwords'
import type { RateLimits } from './auth/rate-limits'
import type { Log } from './http/log'
import type { Oidc } from './oidc/oidc'
import type { SendResetEmail } from './password-reset/reset-email'
import type { Database } from './store/database'
import type { Session } from './store/sessions'

export type AppContext = {
  database: Database
  limits: RateLimits
  passwords: Passwords
  log: Log
  /** Undefined if mail is not configured. */
  sendResetEmail: SendResetEmail | undefined
  oidc: Oidc | undefined
  now: () => number
}

export type Env = {
  Variables: { requestId: string; session: Session; tokenHash: string; address: string }
}
