import { createHash } from 'node:crypto'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import { type Database, StorageUnavailable } from '../store/database'
import { limiterClient } from '../store/limits'

const MINUTES = 60
const HOUR = 60 * MINUTES

/** How often one may fail, in 15 minutes. */
const FAILED_LOGINS = { ofEmailFromAddress: 10, fromAddress: 100, duration: 15 * MINUTES }

/** How often one may ask for a link that sets a password, in an hour. */
const LINKS = { toEmail: 5, fromAddress: 20, duration: HOUR }

/** Whoever has used up a limit is told when to come back. */
export class TooManyAttempts extends Error {
  constructor(
    readonly what: 'logins' | 'registrations' | 'links',
    /** In seconds. */
    readonly retryAfter: number,
  ) {
    super(`Too many ${what}`)
  }
}

/** Each that takes the address a request came from rejects with TooManyAttempts at the limit. */
export type Limits = {
  checkLogin: (login: Login) => Promise<void>
  countFailedLogin: (login: Login) => Promise<void>
  /** The same for what is no login by email, such as a link: it counts for the address alone. */
  checkAttempts: (address: string) => Promise<void>
  countFailedAttempt: (address: string) => Promise<void>
  /** Counts what may make an account, and resolves to whether it did: where it did not, it does not count. */
  countRegistration: (address: string, register: () => Promise<boolean>) => Promise<boolean>
  countLinkRequest: (address: string) => Promise<void>
  /** Resolves to whether that email gets another mail: whoever asks for it is never told. */
  countMail: (email: string) => Promise<boolean>
}

type Login = { email: string; address: string }

/** Counts where all hosts of the database count. */
export function createLimits(
  database: Database,
  { registrationsPerHour }: { registrationsPerHour: number },
): Limits {
  const ofEmailFromAddress = createLimiter('login', FAILED_LOGINS.ofEmailFromAddress, FAILED_LOGINS.duration)
  const fromAddress = createLimiter('logins', FAILED_LOGINS.fromAddress, FAILED_LOGINS.duration)
  const links = createLimiter('links', LINKS.fromAddress, LINKS.duration)
  const mails = createLimiter('mails', LINKS.toEmail, LINKS.duration)
  const registrations = createLimiter('registrations', registrationsPerHour, HOUR)

  function createLimiter(keyPrefix: string, points: number, duration: number): RateLimiterAbstract {
    const options = { keyPrefix, points, duration }
    if (!database.isShared) return new RateLimiterMemory(options)
    return new RateLimiterPostgres({ ...options, ...limiterClient(database) })
  }

  return {
    async checkLogin({ email, address }) {
      const [one, all] = await Promise.all([
        ofEmailFromAddress.get(keyOf(email, address)),
        fromAddress.get(keyOf(address)),
      ])
      stop('logins', one, FAILED_LOGINS.ofEmailFromAddress - 1)
      stop('logins', all, FAILED_LOGINS.fromAddress - 1)
    },

    async countFailedLogin({ email, address }) {
      const [one, all] = await Promise.all([
        ofEmailFromAddress.penalty(keyOf(email, address)),
        fromAddress.penalty(keyOf(address)),
      ])
      stop('logins', one, FAILED_LOGINS.ofEmailFromAddress)
      stop('logins', all, FAILED_LOGINS.fromAddress)
    },

    async checkAttempts(address) {
      stop('logins', await fromAddress.get(keyOf(address)), FAILED_LOGINS.fromAddress - 1)
    },

    async countFailedAttempt(address) {
      stop('logins', await fromAddress.penalty(keyOf(address)), FAILED_LOGINS.fromAddress)
    },

    async countLinkRequest(address) {
      stop('links', await links.penalty(keyOf(address)), LINKS.fromAddress)
    },

    async countMail(email) {
      return (await mails.penalty(keyOf(email))).consumedPoints <= LINKS.toEmail
    },

    async countRegistration(address, register) {
      const key = keyOf(address)
      stop('registrations', await registrations.get(key), registrationsPerHour - 1)
      const count = await registrations.penalty(key)
      // An attempt that is refused must not stand in for an account, once others are taken back.
      if (count.consumedPoints > registrationsPerHour) await registrations.reward(key)
      stop('registrations', count, registrationsPerHour)
      try {
        const isCreated = await register()
        if (!isCreated) await registrations.reward(key)
        return isCreated
      } catch (cause) {
        // An account that may be there counts.
        if (!(cause instanceof StorageUnavailable)) await registrations.reward(key)
        throw cause
      }
    },
  }
}

function stop(what: TooManyAttempts['what'], count: RateLimiterRes | null, limit: number): void {
  if (!count || count.consumedPoints <= limit) return
  throw new TooManyAttempts(what, Math.max(1, Math.ceil(count.msBeforeNext / 1000)))
}

/** Of one length, whatever somebody sends, and without saying whose it is. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
