import * as messages from '../messages'
import type { User } from '../store/users'
import type { JobQueue } from './job-queue'
import type { Mailer } from './mailer'

export type SendNotice = (
  notice: keyof typeof messages.noticeMails,
  find: () => Promise<User | undefined>,
) => void

type Dependencies = { jobs: JobQueue; mailer: Mailer; siteUrl: string }

/** Tells the owner in a job, so that no response waits for it. An unverified email may be a stranger's: it gets none. */
export function createNoticeSender({ jobs, mailer, siteUrl }: Dependencies): SendNotice {
  return (notice, find) =>
    jobs.run('notice mail', async () => {
      const account = await find()
      if (!account?.isEmailVerified) return
      const { subject, before, after } = messages.noticeMails[notice]
      const link = { label: messages.openNotas, url: `${siteUrl}/` }
      await mailer({ to: account.email, subject, paragraphs: [before, link, after] })
    })
}
