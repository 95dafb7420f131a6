import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import { isEmail, USER_NAME_MAX_LENGTH } from '@/lib/domain/credentials'
import { CommandError } from '../command-line'
import { accountEmail, NO_PASSWORD, createUser as storeUser } from '../store/users'
import { withDatabase } from './database'
import { linkPrinter } from './reset-link'

export const createUser = new Command('create-user')
  .argument('<EMAIL>')
  .description(
    'creates an account, also where registration is closed, and prints a link that sets its password',
  )
  .action((typed: string) => {
    const printLink = linkPrinter()
    const email = accountEmail(typed)
    if (!isEmail(email)) throw new CommandError(`'${typed}' is not an email.`)

    return withDatabase(async (database) => {
      const id = randomUUID()
      const userName = email.slice(0, email.indexOf('@')).slice(0, USER_NAME_MAX_LENGTH)
      const user = { id, userName, email, passwordHash: NO_PASSWORD, now: Date.now() }
      if (!(await storeUser(database, user))) throw new CommandError(`${email} has an account already.`)
      await printLink(database, id)
    })
  })
