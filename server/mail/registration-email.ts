import { createResetLink } from '../auth/reset-link'
import type { Client } from '../http/client'
import * as messages from '../messages'
import { isLoginAddress } from '../store/login-addresses'
import { findUserByEmail, registerUnconfirmed } from '../store/users'
import type { LinkDependencies } from './reset-email'

type Registration = { id: string; userName: string; email: string }

export type ProveRegistration = (registration: Registration, client: Client, onCreated: () => void) => void

const CONFIRMED_WITHIN_MS = 7 * 24 * 60 * 60 * 1000

/** Mails the link that sets the account's password, or tells its owner that there is one. In a job: neither response nor time tells which. */
export function createRegistrationProof(dependencies: LinkDependencies): ProveRegistration {
  const { database, limits, jobs, mailer, siteUrl, now } = dependencies
  return (registration, client, onCreated) =>
    jobs.run('registration mail', async () => {
      const { email } = registration
      const confirmBy = now() + CONFIRMED_WITHIN_MS
      const unconfirmed = await registerUnconfirmed(database, { ...registration, confirmBy, now: now() })
      if (unconfirmed === registration.id) onCreated()
      const userId = unconfirmed ?? (await findUserByEmail(database, email))?.id
      if (userId === undefined) return
      const isKnownAddress = () => isLoginAddress(database, userId, client.networks[0], now())
      if (!(await limits.countEmail({ email, userId, client, isKnownAddress }))) return
      await (unconfirmed === undefined ? tellOwner(email) : sendLink(userId, email))
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
