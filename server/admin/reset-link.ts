import { Command } from 'commander'
import { createResetLink } from '../auth/reset-link'
import { siteUrlOf } from '../http/site-url'
import { readSettings } from '../settings/settings'
import type { Database } from '../store/database'
import { withUser } from './database'

export const resetLink = new Command('reset-link')
  .argument('<EMAIL>')
  .description('prints a link with which that user sets a password, once and within 30 minutes')
  .action((typed: string) => {
    const printLink = linkPrinter()
    return withUser(typed, (database, { id }) => printLink(database, id))
  })

/** Reads the settings at once, so that nothing is changed where no link can be made. */
export function linkPrinter() {
  const settings = readSettings(process.env)
  const siteUrl = siteUrlOf(settings, settings.port)
  return async (database: Database, userId: string): Promise<void> => {
    console.log(await createResetLink(database, siteUrl, { userId, isMailed: false, now: Date.now() }))
    console.error('It works once, within 30 minutes; reset-link makes another.')
    if (settings.siteUrl === undefined)
      console.error(`SITE_URL is unset: the link leads to ${siteUrl}, on this machine.`)
    if (settings.onlyProvider !== undefined)
      console.error(
        `PASSWORDS is off: users log in with ${settings.onlyProvider}, and the link works only with on.`,
      )
  }
}
