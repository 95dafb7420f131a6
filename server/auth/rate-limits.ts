import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { limitByKey } from '../fairness/limit-by-key'
import type { Client } from '../http/client'
import { type LimitReason, TooManyAttempts } from '../http/failures'
import { type Database, StorageUnavailable } from '../store/database'
import { hashTexts } from '../store/tokens'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Counts of one key wait for its row's lock: more of them would only hold connections of the pool. */
const OF_KEY = { running: 4, waiting: 2000 }

export type RateLimits = ReturnType<typeof createRateLimits>

type Login = {
  email: string
  client: Client
  userId: string | undefined
  isKnownAddress: () => Promise<boolean>
}

type AccountLogin = { email: string; userId: string; client: Client }

/** Limits on attempts; all but `countEmail` and `forget` reject with TooManyAttempts at the limit. */
export function createRateLimits(
  database: Database,
  { registrationsPerHour }: { registrationsPerHour: number },
) {
  const failures = createLimit('login', 10, 15 * MINUTE, 'limit.email-address')
  const failuresOfAddress = createLimit('logins', 100, 15 * MINUTE, 'limit.address')
  // Above it, only addresses from which the user has logged in before may try.
  const failuresOfEmail = createLimit('account', 100, HOUR, 'limit.email')
  const logins = createLimit('sessions', 60, 15 * MINUTE, 'limit.logins')
  const links = createLimit('links', 20, HOUR, 'limit.links')
  const mails = createLimit('mails', 5, HOUR, 'limit.links')
  const registrations = createLimit('registrations', registrationsPerHour, HOUR, 'limit.registrations')
  const takenEmails = createLimit('taken', 100, HOUR, 'limit.taken-emails')

  function createLimit(keyPrefix: string, attempts: number, duration: number, reason: LimitReason) {
    // `get` and `penalty` do not compare with the points.
    const options = { keyPrefix, points: 1, duration }
    const limiter =
      database.dialect === 'sqlite'
        ? new RateLimiterMemory(options)
        : new RateLimiterPostgres({ ...options, ...poolOf(database), clearExpiredByTimeout: false })

    function excess(limit: number, counts: (RateLimiterRes | null)[]): TooManyAttempts | undefined {
      const points = (count: RateLimiterRes | null) => count?.consumedPoints ?? 0
      const highest = counts.reduce((a, b) => (points(b) > points(a) ? b : a), null)
      if (!highest || points(highest) <= limit) return undefined
      return new TooManyAttempts(reason, Math.max(1, Math.ceil(highest.msBeforeNext / 1000)))
    }

    return {
      check: async (...keys: Key[]) =>
        excess(attempts - 1, await Promise.all(keys.map((key) => limiter.get(hashTexts(...key))))),
      /** Counts an attempt under each key. Resolves to an error if it was one too many. */
      count: async (...keys: Key[]) =>
        excess(attempts, await Promise.all(keys.map((key) => limiter.penalty(hashTexts(...key))))),
      giveBack: (...keys: Key[]) => Promise.all(keys.map((key) => limiter.reward(hashTexts(...key)))),
      forget: (...keys: Key[]) => Promise.all(keys.map((key) => limiter.delete(hashTexts(...key)))),
    }
  }

  return {
    async checkLogin({ email, userId, client: { networks }, isKnownAddress }: Login): Promise<void> {
      const [ofEmail, ...others] = await Promise.all([
        failuresOfEmail.check([email]),
        failuresOfAddress.check(...ofEach(networks)),
        failures.check(...ofEach(networks, email)),
        userId === undefined ? undefined : logins.check([userId]),
      ])
      throwFirst(...others)
      if (ofEmail && !(await isKnownAddress())) throw ofEmail
    },

    async countFailedLogin({ email, client: { networks } }: Login): Promise<void> {
      const [ofAddress, ofLogin] = await Promise.all([
        failuresOfAddress.count(...ofEach(networks)),
        failures.count(...ofEach(networks, email)),
        failuresOfEmail.count([email]),
      ])
      throwFirst(ofAddress, ofLogin)
    },

    countLogin: async (userId: string) => throwFirst(await logins.count([userId])),

    /** Guards attempts without an email, such as using a link, by address alone. */
    checkAttempts: async ({ networks }: Client) =>
      throwFirst(await failuresOfAddress.check(...ofEach(networks))),
    countFailedAttempt: async ({ networks }: Client) =>
      throwFirst(await failuresOfAddress.count(...ofEach(networks))),
    countLinkRequest: async ({ networks }: Client) => throwFirst(await links.count(...ofEach(networks))),

    /** Resolves to whether the email may get another message; the client must not learn it. */
    async countEmail({ email, client: { networks }, isKnownAddress }: Login): Promise<boolean> {
      // Strangers share one count, so that they cannot use up the messages of the owner.
      const network = (await isKnownAddress()) ? networks[0] : ''
      return !(await mails.count([email, network]))
    },

    /** Forgets the logins of an account, but for failures from other addresses, which end within the hour. */
    async forget({ email, userId, client: { networks } }: AccountLogin): Promise<void> {
      await Promise.all([
        failuresOfEmail.forget([email]),
        logins.forget([userId]),
        failures.forget(...ofEach(networks, email)),
      ])
    },

    /** Resolves to whether an account was created. Refused emails count separately. */
    async countRegistration({ networks }: Client, register: () => Promise<boolean>): Promise<boolean> {
      const keys = ofEach(networks)
      throwFirst(await takenEmails.check(...keys), await registrations.check(...keys))
      const tooMany = await registrations.count(...keys)
      // A refused attempt must not use up a place that a concurrent one may give back.
      if (tooMany) await registrations.giveBack(...keys)
      throwFirst(tooMany)
      try {
        const isCreated = await register()
        if (!isCreated) await Promise.all([registrations.giveBack(...keys), takenEmails.count(...keys)])
        return isCreated
      } catch (cause) {
        // After StorageUnavailable the account may exist, so it counts.
        if (!(cause instanceof StorageUnavailable)) await registrations.giveBack(...keys)
        throw cause
      }
    },
  }
}

function poolOf(database: Database) {
  const inTurn = limitByKey(OF_KEY)
  return {
    storeClient: {
      async query({ text, values }: { text: string; values: (string | number)[] }) {
        const write = () => database.write({ sql: text, params: values })
        const [rows = []] = await inTurn(String(values[0]), write)
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
  }
}

/** Texts under which attempts are counted together: an email, a network, both, or a user's id. */
type Key = string[]

function ofEach(networks: string[], email?: string): Key[] {
  return networks.map((network) => (email === undefined ? [network] : [email, network]))
}

function throwFirst(...errors: (TooManyAttempts | undefined)[]): void {
  for (const error of errors) if (error) throw error
}
