import type { Limits } from '../auth/rate-limits'
import * as messages from '../messages'
import type { Database } from '../store/database'
import { findUserByEmail } from '../store/users'
import type { Background } from './job-queue'
import type { Mailer } from './mailer'
import { createResetLink } from './reset-link'

/** Mails a link to an email that has an account. */
export type MailResetLink = (email: string) => void

type Means = {
  database: Database
  limits: Limits
  background: Background
  mailer: Mailer
  siteUrl: string
  now: () => number
}

/** All of it runs in the background: whoever asks learns nothing of an account by waiting. */
export function createResetEmail(means: Means): MailResetLink {
  const { database, limits, background, mailer, siteUrl, now } = means
  return (email) =>
    background.run('reset mail', async () => {
      const user = await findUserByEmail(database, email)
      if (!user || !(await limits.countMail(email))) return
      const link = await createResetLink(database, { userId: user.id, siteUrl, now: now(), isMailed: true })
      await mailer({ to: email, ...messageWith(link) })
    })
}

/** With nothing in it that somebody typed: a stranger may have made the account. */
function messageWith(link: string) {
  const { resetMailSubject, resetMailReason, resetMailLink, resetMailLifetime, resetMailOtherwise } = messages
  const after = [resetMailLifetime, resetMailOtherwise]
  return {
    subject: resetMailSubject,
    text: [resetMailReason, `${resetMailLink}:\n${link}`, ...after].join('\n\n'),
    html: `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><title>${resetMailSubject}</title></head>
<body>
${[resetMailReason, `<a href="${link}">${resetMailLink}</a>`, ...after].map((part) => `<p>${part}</p>`).join('\n')}
</body>
</html>
`,
  }
}
