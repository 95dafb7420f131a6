import type { RateLimits } from '../auth/rate-limits'
import { createResetLink } from '../auth/reset-link'
import type { Client } from '../http/client'
import * as messages from '../messages'
import type { Database } from '../store/database'
import { isLoginAddress } from '../store/login-addresses'
import { findUserByEmail } from '../store/users'
import type { JobQueue } from './job-queue'
import type { Mailer } from './mailer'

export type SendResetEmail = (email: string, client: Client) => void

export type LinkDependencies = {
  database: Database
  limits: RateLimits
  jobs: JobQueue
  mailer: Mailer
  siteUrl: string
  now: () => number
}

/** Does everything in a job, so that the response time does not tell whether an account exists. */
export function createResetEmailSender(dependencies: LinkDependencies): SendResetEmail {
  const { database, limits, jobs, mailer, siteUrl, now } = dependencies
  return (email, client) =>
    jobs.run('reset mail', async () => {
      const user = await findUserByEmail(database, email)
      if (!user) return
      const isKnownAddress = () => isLoginAddress(database, user.id, client.networks[0], now())
      if (!(await limits.countEmail({ email, userId: user.id, client, isKnownAddress }))) return
      const url = await createResetLink(database, siteUrl, { userId: user.id, isMailed: true, now: now() })
      const { subject, reason, link, lifetime, otherwise } = messages.resetMail
      const paragraphs = [reason, { label: link, url }, lifetime, otherwise]
      await mailer({ to: email, subject, paragraphs })
    })
}
