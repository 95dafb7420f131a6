import type { Client } from '../http/client'
import type { JobQueue } from '../job-queue'
import type { Mailer } from '../mail/mailer'
import * as messages from '../messages'
import type { Database } from '../store/database'
import { isLoginAddress } from '../store/login-addresses'
import { type NewResetLink, saveResetLink } from '../store/reset-links'
import { findUserByEmail } from '../store/users'
import type { RateLimits } from './rate-limits'
import { createToken, hashToken } from './tokens'

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

export async function createResetLink(
  database: Database,
  siteUrl: string,
  link: Omit<NewResetLink, 'tokenHash'>,
): Promise<string> {
  const token = createToken()
  await saveResetLink(database, { ...link, tokenHash: hashToken(token) })
  // Browsers do not send the fragment to any server.
  return `${siteUrl}/reset-password/#token=${token}`
}
