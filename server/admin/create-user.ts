import { randomUUID } from 'node:crypto'
import { isEmail, USER_NAME_MAX_LENGTH } from '@/lib/domain/credentials'
import { accountEmail } from '../auth/account-email'
import { createResetLink } from '../password-reset/reset-link'
import { readSettings } from '../settings/settings'
import { siteUrlOf } from '../settings/site-url'
import { NO_PASSWORD, createUser as storeUser } from '../store/users'
import { type Command, CommandError } from './command'
import { withDatabase } from './with-user'

export const createUser: Command = {
  argument: 'EMAIL',
  summary: 'creates an account, also where registration is closed, and prints a link that sets its password',
  run: ({ databaseUrl, argument }) => {
    const settings = readSettings(process.env)
    const siteUrl = siteUrlOf(settings, settings.port)
    const email = accountEmail(argument)
    if (!isEmail(email)) throw new CommandError(`'${argument}' is not an email.`)

    return withDatabase(databaseUrl, async (database) => {
      const now = Date.now()
      const user = { id: randomUUID(), userName: userNameOf(email), email, passwordHash: NO_PASSWORD, now }
      if (!(await storeUser(database, user))) throw new CommandError(`${email} has an account already.`)
      console.log(await createResetLink(database, { userId: user.id, siteUrl, now, isMailed: false }))
    })
  },
}

function userNameOf(email: string): string {
  return email.slice(0, email.indexOf('@')).slice(0, USER_NAME_MAX_LENGTH)
}
