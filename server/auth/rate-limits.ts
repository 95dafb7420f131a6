import { createHash } from 'node:crypto'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import { type Database, StorageUnavailable } from '../store/database'
import { limiterClient } from '../store/limiter-client'

const MINUTE = 60
const HOUR = 60 * MINUTE

const FAILED_LOGINS = { perEmailAndAddress: 10, perAddress: 100, duration: 15 * MINUTE }

const LINKS = { perEmail: 5, perAddress: 20, duration: HOUR }

export class TooManyAttempts extends Error {
  constructor(
    readonly kind: 'logins' | 'registrations' | 'links',
    readonly retryAfterSeconds: number,
  ) {
    super(`Too many ${kind}`)
  }
}

/** Functions that take an address reject with TooManyAttempts at the limit. */
export type RateLimits = {
  checkLogin: (login: Login) => Promise<void>
  countFailedLogin: (login: Login) => Promise<void>
  /** Guards attempts without an email, such as using a link, by address alone. */
  checkAttempts: (address: string) => Promise<void>
  countFailedAttempt: (address: string) => Promise<void>
  /** Counts only registrations that created an account, and resolves to whether this one did. */
  countRegistration: (address: string, register: () => Promise<boolean>) => Promise<boolean>
  countLinkRequest: (address: string) => Promise<void>
  /** Resolves to whether the email may get another message; the client must not learn it. */
  countEmail: (email: string) => Promise<boolean>
}

type Login = { email: string; address: string }

/** Counts in the database if other hosts may share it, else in memory. */
export function createRateLimits(
  database: Database,
  { registrationsPerHour }: { registrationsPerHour: number },
): RateLimits {
  const perLogin = createLimiter('login', FAILED_LOGINS.perEmailAndAddress, FAILED_LOGINS.duration)
  const perAddress = createLimiter('logins', FAILED_LOGINS.perAddress, FAILED_LOGINS.duration)
  const links = createLimiter('links', LINKS.perAddress, LINKS.duration)
  const mails = createLimiter('mails', LINKS.perEmail, LINKS.duration)
  const registrations = createLimiter('registrations', registrationsPerHour, HOUR)

  function createLimiter(keyPrefix: string, points: number, duration: number): RateLimiterAbstract {
    const options = { keyPrefix, points, duration }
    if (!database.isShared) return new RateLimiterMemory(options)
    return new RateLimiterPostgres({ ...options, ...limiterClient(database) })
  }

  return {
    async checkLogin({ email, address }) {
      const [login, all] = await Promise.all([
        perLogin.get(keyOf(email, address)),
        perAddress.get(keyOf(address)),
      ])
      throwAbove(FAILED_LOGINS.perEmailAndAddress - 1, login, 'logins')
      throwAbove(FAILED_LOGINS.perAddress - 1, all, 'logins')
    },

    async countFailedLogin({ email, address }) {
      const [login, all] = await Promise.all([
        perLogin.penalty(keyOf(email, address)),
        perAddress.penalty(keyOf(address)),
      ])
      throwAbove(FAILED_LOGINS.perEmailAndAddress, login, 'logins')
      throwAbove(FAILED_LOGINS.perAddress, all, 'logins')
    },

    async checkAttempts(address) {
      throwAbove(FAILED_LOGINS.perAddress - 1, await perAddress.get(keyOf(address)), 'logins')
    },

    async countFailedAttempt(address) {
      throwAbove(FAILED_LOGINS.perAddress, await perAddress.penalty(keyOf(address)), 'logins')
    },

    async countLinkRequest(address) {
      throwAbove(LINKS.perAddress, await links.penalty(keyOf(address)), 'links')
    },

    async countEmail(email) {
      return (await mails.penalty(keyOf(email))).consumedPoints <= LINKS.perEmail
    },

    async countRegistration(address, register) {
      const key = keyOf(address)
      throwAbove(registrationsPerHour - 1, await registrations.get(key), 'registrations')
      const count = await registrations.penalty(key)
      // A refused attempt must not use up a place that a concurrent one may give back.
      if (count.consumedPoints > registrationsPerHour) await registrations.reward(key)
      throwAbove(registrationsPerHour, count, 'registrations')
      try {
        const isCreated = await register()
        if (!isCreated) await registrations.reward(key)
        return isCreated
      } catch (cause) {
        // After StorageUnavailable the account may exist, so it counts.
        if (!(cause instanceof StorageUnavailable)) await registrations.reward(key)
        throw cause
      }
    },
  }
}

function throwAbove(limit: number, count: RateLimiterRes | null, kind: TooManyAttempts['kind']): void {
  if (!count || count.consumedPoints <= limit) return
  throw new TooManyAttempts(kind, Math.max(1, Math.ceil(count.msBeforeNext / 1000)))
}

/** Hashed, so that keys have one length and hold no personal data. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
