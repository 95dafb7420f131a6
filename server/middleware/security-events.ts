import type { Context } from 'hono'
import type { Env } from '../context'
import type { Log } from '../http/log'

type SecurityEvent =
  | 'account.created'
  | 'account.deleted'
  | 'identity.joined'
  | 'login.failed'
  | 'login.ok'
  | 'password.changed'
  | 'password.reset'
  | 'reset-link.failed'
  | 'session.ended'

/** Logs who did it and from where, by user id: no email, token or text. */
export function logEvent(log: Log, c: Context<Env>, event: SecurityEvent, userId: string | undefined): void {
  log.info({ event, address: c.get('client').address, userId, requestId: c.get('requestId') })
}
