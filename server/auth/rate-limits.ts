import { createHash } from 'node:crypto'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Client } from '../http/client'
import { type Database, StorageUnavailable } from '../store/database'

const MINUTE = 60
const HOUR = 60 * MINUTE

const FAILED_LOGINS = { perEmailAndAddress: 10, perAddress: 100, duration: 15 * MINUTE }

/** Above it, only addresses from which the user has logged in before may try. */
const FAILED_LOGINS_OF_EMAIL = { limit: 100, duration: HOUR }

const LOGINS = { perUser: 60, duration: 15 * MINUTE }

const LINKS = { perEmail: 5, perAddress: 20, duration: HOUR }

const TAKEN_EMAILS = { perAddress: 100, duration: HOUR }

export class TooManyAttempts extends Error {
  constructor(
    readonly kind: 'failedLogins' | 'logins' | 'registrations' | 'takenEmails' | 'links',
    readonly retryAfterSeconds: number,
  ) {
    super(`Too many ${kind}`)
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

type Login = {
  email: string
  client: Client
  /** Undefined for an email without an account. */
  userId: string | undefined
  isKnownAddress: () => Promise<boolean>
}

type Account = { email: string; userId: string; client: Client }

/** Limits on attempts; all but `countEmail` and `forget` reject with TooManyAttempts at the limit. */
export function createRateLimits(
  database: Database,
  { registrationsPerHour }: { registrationsPerHour: number },
) {
  const failures = createLimiter('login', FAILED_LOGINS.duration)
  const failuresOfAddress = createLimiter('logins', FAILED_LOGINS.duration)
  const failuresOfEmail = createLimiter('account', FAILED_LOGINS_OF_EMAIL.duration)
  const logins = createLimiter('sessions', LOGINS.duration)
  const links = createLimiter('links', LINKS.duration)
  const mails = createLimiter('mails', LINKS.duration)
  const registrations = createLimiter('registrations', HOUR)
  const takenEmails = createLimiter('taken', TAKEN_EMAILS.duration)

  function createLimiter(keyPrefix: string, duration: number): RateLimiterAbstract {
    // `get` and `penalty` do not compare with the points.
    const options = { keyPrefix, points: 1, duration }
    if (!database.isShared) return new RateLimiterMemory(options)
    return new RateLimiterPostgres({ ...options, ...poolOf(database) })
  }

  /** Guards attempts without an email, such as using a link, by address alone. */
  async function checkAttempts({ networks }: Client): Promise<void> {
    throwAbove(FAILED_LOGINS.perAddress - 1, await get(failuresOfAddress, networks), 'failedLogins')
  }

  async function countFailedAttempt({ networks }: Client): Promise<void> {
    throwAbove(FAILED_LOGINS.perAddress, await add(failuresOfAddress, networks), 'failedLogins')
  }

  return {
    async checkLogin({ email, userId, client, isKnownAddress }: Login): Promise<void> {
      const [ofLogin, ofEmail, ofUser] = await Promise.all([
        get(failures, client.networks, email),
        get(failuresOfEmail, [email]),
        userId === undefined ? null : get(logins, [userId]),
        checkAttempts(client),
      ])
      throwAbove(FAILED_LOGINS.perEmailAndAddress - 1, ofLogin, 'failedLogins')
      throwAbove(LOGINS.perUser - 1, ofUser, 'logins')
      if (!isAbove(FAILED_LOGINS_OF_EMAIL.limit - 1, ofEmail) || (await isKnownAddress())) return
      throwAbove(FAILED_LOGINS_OF_EMAIL.limit - 1, ofEmail, 'failedLogins')
    },

    async countFailedLogin({ email, client }: Login): Promise<void> {
      const [ofLogin] = await Promise.all([
        add(failures, client.networks, email),
        add(failuresOfEmail, [email]),
        countFailedAttempt(client),
      ])
      throwAbove(FAILED_LOGINS.perEmailAndAddress, ofLogin, 'failedLogins')
    },

    async countLogin(userId: string): Promise<void> {
      throwAbove(LOGINS.perUser, await add(logins, [userId]), 'logins')
    },

    checkAttempts,
    countFailedAttempt,

    async countLinkRequest({ networks }: Client): Promise<void> {
      throwAbove(LINKS.perAddress, await add(links, networks), 'links')
    },

    /** Resolves to whether the email may get another message; the client must not learn it. */
    async countEmail({ email, client: { networks }, isKnownAddress }: Login): Promise<boolean> {
      // Strangers share one count, so that they cannot use up the messages of the owner.
      const count = await add(mails, (await isKnownAddress()) ? networks.slice(0, 1) : [''], email)
      return !isAbove(LINKS.perEmail, count)
    },

    /** Forgets the logins of an account, but for failures from other addresses, which end within the hour. */
    async forget({ email, userId, client: { networks } }: Account): Promise<void> {
      await Promise.all([
        failuresOfEmail.delete(keyOf(email)),
        logins.delete(keyOf(userId)),
        ...networks.map((network) => failures.delete(keyOf(email, network))),
      ])
    },

    /** Resolves to whether an account was created. Refused emails count separately. */
    async countRegistration({ networks }: Client, register: () => Promise<boolean>): Promise<boolean> {
      throwAbove(TAKEN_EMAILS.perAddress - 1, await get(takenEmails, networks), 'takenEmails')
      throwAbove(registrationsPerHour - 1, await get(registrations, networks), 'registrations')
      const count = await add(registrations, networks)
      // A refused attempt must not use up a place that a concurrent one may give back.
      const giveBack = () => Promise.all(networks.map((network) => registrations.reward(keyOf(network))))
      if (isAbove(registrationsPerHour, count)) await giveBack()
      throwAbove(registrationsPerHour, count, 'registrations')
      try {
        const isCreated = await register()
        if (!isCreated) await Promise.all([giveBack(), add(takenEmails, networks)])
        return isCreated
      } catch (cause) {
        // After StorageUnavailable the account may exist, so it counts.
        if (!(cause instanceof StorageUnavailable)) await giveBack()
        throw cause
      }
    },
  }
}

function poolOf(database: Database) {
  return {
    storeClient: {
      async query({ text, values }: { text: string; values: (string | number)[] }) {
        const [rows = []] = await database.write({ sql: text, params: values })
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
  }
}

async function get(limiter: RateLimiterAbstract, keys: string[], email?: string) {
  return highest(await Promise.all(keys.map((key) => limiter.get(limiterKey(key, email)))))
}

async function add(limiter: RateLimiterAbstract, keys: string[], email?: string) {
  return highest(await Promise.all(keys.map((key) => limiter.penalty(limiterKey(key, email)))))
}

function limiterKey(key: string, email: string | undefined): string {
  return email === undefined ? keyOf(key) : keyOf(email, key)
}

function highest(counts: (RateLimiterRes | null)[]): RateLimiterRes | null {
  return counts.reduce((a, b) => ((b?.consumedPoints ?? 0) > (a?.consumedPoints ?? 0) ? b : a), null)
}

function isAbove(limit: number, count: RateLimiterRes | null): boolean {
  return (count?.consumedPoints ?? 0) > limit
}

function throwAbove(limit: number, count: RateLimiterRes | null, kind: TooManyAttempts['kind']): void {
  if (!count || !isAbove(limit, count)) return
  throw new TooManyAttempts(kind, Math.max(1, Math.ceil(count.msBeforeNext / 1000)))
}

/** Hashed, so that keys have one length and hold no personal data. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
