import { createResetLink } from '../password-reset/reset-link'
import { readSettings } from '../settings/settings'
import { siteUrlOf } from '../settings/site-url'
import type { Command } from './command'
import { withUser } from './with-user'

export const resetLink: Command = {
  argument: 'EMAIL',
  summary: 'prints a link with which that user sets a password, once and within 30 minutes',
  run: (call) => {
    const settings = readSettings(process.env)
    const siteUrl = siteUrlOf(settings, settings.port)
    return withUser(call, async (database, { id }) => {
      console.log(await createResetLink(database, { userId: id, siteUrl, now: Date.now(), isMailed: false }))
    })
  },
}
