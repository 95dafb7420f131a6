import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as messages from '../messages'

/** Why a request is refused, in the word that the log has for it, and the status of the response. */
export const REASONS = {
  'body-too-large': 413,
  'body-too-slow': 408,
  busy: 503,
  changed: 412,
  credentials: 401,
  disk: 507,
  'email-taken': 409,
  invalid: 400,
  'key-of-other-text': 422,
  'limit.address': 429,
  'limit.email': 429,
  'limit.email-address': 429,
  'limit.links': 429,
  'limit.logins': 429,
  'limit.registrations': 429,
  'limit.taken-emails': 429,
  link: 410,
  'login-code': 401,
  'login-too-old': 403,
  'no-password': 403,
  'no-provider': 404,
  'not-found': 404,
  'not-json': 415,
  'password-needed': 403,
  'password-policy': 400,
  'passwords-off': 403,
  'quota.bytes': 507,
  'quota.notes': 507,
  'registration-closed': 403,
  'return-address': 400,
  session: 401,
  storage: 503,
  'too-long': 400,
  unexpected: 500,
  'wrong-email': 403,
  'wrong-password': 403,
} satisfies Record<string, ContentfulStatusCode>

export type Reason = keyof typeof REASONS

export class Refused extends Error {
  readonly status: ContentfulStatusCode

  constructor(
    readonly reason: Reason,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    this.status = REASONS[reason]
  }
}

export type LimitReason = Extract<Reason, `limit.${string}`>

const LIMITS: Record<LimitReason, string> = {
  'limit.address': messages.tooManyFailedLogins,
  'limit.email': messages.tooManyFailedLogins,
  'limit.email-address': messages.tooManyFailedLogins,
  'limit.links': messages.tooManyLinks,
  'limit.logins': messages.tooManyLogins,
  'limit.registrations': messages.tooManyRegistrations,
  'limit.taken-emails': messages.tooManyTakenEmails,
}

export class TooManyAttempts extends Refused {
  constructor(reason: LimitReason, retryAfterSeconds: number) {
    super(reason, LIMITS[reason], { 'Retry-After': String(retryAfterSeconds) })
  }
}

export function tooBusy(): Refused {
  return new Refused('busy', messages.busy, { 'Retry-After': '5' })
}

export function bodyTooLarge(maxBytes: number): Refused {
  return new Refused('body-too-large', messages.bodyTooLarge(maxBytes / 1024))
}

/** The rest of the body will not come, so the connection ends. */
export function bodyTooSlow(): Refused {
  return new Refused('body-too-slow', messages.requestTimeout, { Connection: 'close' })
}

export function notSignedIn(): Refused {
  return new Refused('session', messages.notSignedIn, { 'WWW-Authenticate': 'Bearer' })
}

export function noteNotFound(): Refused {
  return new Refused('not-found', messages.noteNotFound)
}
