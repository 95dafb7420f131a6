import type { Context } from 'hono'
import type { KnownUsers } from './auth/known-users'
import type { Passwords } from './auth/passwords'
import type { RateLimits } from './auth/rate-limits'
import type { QueuedDatabase } from './fairness/statement-queues'
import type { Client } from './http/client'
import type { Reason } from './http/failures'
import type { Log } from './http/log'
import type { JobQueue } from './mail/job-queue'
import type { SendNotice } from './mail/notice-email'
import type { ProveRegistration } from './mail/registration-email'
import type { SendResetEmail } from './mail/reset-email'
import type { Metrics } from './metrics'
import type { Oidc } from './oidc/oidc'
import type { OidcError } from './oidc/oidc-error'
import type { Settings } from './settings/settings'
import type { Release } from './site/release'
import type { Database } from './store/database'
import type { IsDiskLow } from './store/disk-reserve'
import type { StoredNote } from './store/notes'
import type { Session } from './store/sessions'
import type { TokenOf } from './store/tokens'

export type AppContext = Settings & {
  database: QueuedDatabase
  knownUsers: KnownUsers
  limits: RateLimits
  passwords: Passwords
  isDiskLow: IsDiskLow
  log: Log
  release: Release
  metrics: Metrics | undefined
  jobs: JobQueue
  proveRegistration: ProveRegistration | undefined
  sendResetEmail: SendResetEmail | undefined
  sendNotice: SendNotice | undefined
  oidc: Oidc | undefined
  now: () => number
}

export type Env = {
  Variables: {
    requestId: string
    session: Session
    token: TokenOf
    database: Database
    /** User of a token, where the session is not loaded: the statement checks that it lives. */
    userId: string | undefined
    /** Note of the path that was read with its session; 'large' if its response needs a turn first. */
    note: StoredNote | 'large' | undefined
    client: Client
    lastHealth: number | undefined
    accountId: string | undefined
    /** Also of a 405 for static files, and of a redirect with #error. */
    reason: Reason | 'method' | `oidc.${OidcError['reason']}` | undefined
  }
}

export type InTurn = (c: Context<Env>, handle: () => Promise<Response>) => Promise<Response>
