import { Command } from 'commander'
import { createResetLink } from '../auth/reset-link'
import { siteUrlOf } from '../http/site-url'
import { readSetting } from '../settings/settings'
import type { VariableName } from '../settings/variables'
import type { Database } from '../store/database'
import { withUser } from './database'

export const resetLink = new Command('reset-link')
  .argument('<EMAIL>')
  .description('prints a link with which that user sets a password, once and within 30 minutes')
  .action((typed: string) => {
    const printLink = linkPrinter()
    return withUser(typed, (database, { id }) => printLink(database, id))
  })

/**
 * Reads the settings at once, so that nothing is changed where no link can be made; and no others, whose secrets the host's
 * service may keep to itself.
 */
export function linkPrinter() {
  const read = <Name extends VariableName>(name: Name) => readSetting(name, process.env)
  const [givenUrl, basePath, host, trustedProxies] = [
    read('SITE_URL'),
    read('BASE_PATH'),
    read('HOST'),
    read('TRUST_PROXY'),
  ]
  const siteUrl = siteUrlOf({ siteUrl: givenUrl, basePath, host, trustedProxies }, read('PORT'))
  return async (database: Database, userId: string): Promise<void> => {
    console.log(await createResetLink(database, siteUrl, { userId, isMailed: false, now: Date.now() }))
    console.error('It works once, within 30 minutes; reset-link makes another.')
    if (givenUrl === undefined)
      console.error(`SITE_URL is unset: the link leads to ${siteUrl}, on this machine.`)
    if (!read('PASSWORDS'))
      console.error(
        `PASSWORDS is off: users log in with ${read('OIDC_NAME')}, and the link works only with on.`,
      )
  }
}
