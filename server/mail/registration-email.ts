import type { RateLimits } from '../auth/rate-limits'
import { createResetLink } from '../auth/reset-link'
import type { Client } from '../http/client'
import type { JobQueue } from '../job-queue'
import * as messages from '../messages'
import type { Database } from '../store/database'
import { isLoginAddress } from '../store/login-addresses'
import { createUser, findUserByEmail, NO_PASSWORD } from '../store/users'
import type { Mailer } from './mailer'

type Registration = { id: string; userName: string; email: string }

export type ProveRegistration = (registration: Registration, client: Client, onCreated: () => void) => void

type Dependencies = {
  database: Database
  limits: RateLimits
  jobs: JobQueue
  mailer: Mailer
  siteUrl: string
  now: () => number
}

const CONFIRMED_WITHIN_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Creates an account without a password and mails the link that sets it, or tells the owner of the address that it has an
 * account. Does everything in a job, so that neither response nor its time tells which.
 */
export function createRegistrationProof(dependencies: Dependencies): ProveRegistration {
  const { database, limits, jobs, mailer, siteUrl, now } = dependencies
  return (registration, client, onCreated) =>
    jobs.run('registration mail', async () => {
      const { email } = registration
      const confirmBy = now() + CONFIRMED_WITHIN_MS
      const user = { ...registration, passwordHash: NO_PASSWORD, confirmBy, now: now() }
      if (await createUser(database, user)) onCreated()
      const found = await findUserByEmail(database, email)
      if (!found) return
      const isKnownAddress = () => isLoginAddress(database, found.id, client.networks[0], now())
      if (!(await limits.countEmail({ email, userId: found.id, client, isKnownAddress }))) return
      const isConfirmed = found.passwordHash !== undefined || found.isEmailVerified
      await (isConfirmed ? tellOwner(email) : sendLink(found.id, email))
    })

  async function sendLink(userId: string, email: string): Promise<void> {
    const url = await createResetLink(database, siteUrl, { userId, isMailed: true, now: now() })
    const { subject, reason, link, lifetime, otherwise } = messages.registrationMail
    await mailer({ to: email, subject, paragraphs: [reason, { label: link, url }, lifetime, otherwise] })
  }

  async function tellOwner(email: string): Promise<void> {
    const { subject, before, after } = messages.hasAccountMail
    const link = { label: messages.openNotas, url: `${siteUrl}/` }
    await mailer({ to: email, subject, paragraphs: [before, link, after] })
  }
}
