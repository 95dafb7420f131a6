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

/** Reads the settings of the link at once, so that nothing is changed where none can be made. Those of mail may lack their secrets. */
export function linkPrinter() {
  const read = <Name extends VariableName>(name: Name) => readSetting(name, process.env)
  const settings = {
    siteUrl: read('SITE_URL'),
    basePath: read('BASE_PATH'),
    host: read('HOST'),
    trustedProxies: read('TRUST_PROXY'),
  }
  const siteUrl = siteUrlOf(settings, read('PORT'))
  return async (database: Database, userId: string): Promise<void> => {
    console.log(await createResetLink(database, siteUrl, { userId, isMailed: false, now: Date.now() }))
    console.error('It works once, within 30 minutes; reset-link makes another.')
    if (settings.siteUrl === undefined)
      console.error(`SITE_URL is unset: the link leads to ${siteUrl}, on this machine.`)
    warnOfPasswordsOff('link')
  }
}

export function warnOfPasswordsOff(what: 'link' | 'password'): void {
  if (readSetting('PASSWORDS', process.env)) return
  const provider = readSetting('OIDC_NAME', process.env)
  console.error(`PASSWORDS is off: users log in with ${provider}, and the ${what} works only with on.`)
}
