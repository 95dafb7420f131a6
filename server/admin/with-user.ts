import { accountEmail } from '../auth/account-email'
import type { Database } from '../store/database'
import { openExistingDatabase } from '../store/open'
import { findUserByEmail } from '../store/users'
import { CommandError } from './command'

type User = { id: string; email: string }

export async function withDatabase(
  databaseUrl: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await openExistingDatabase(databaseUrl)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

export function withUser(
  { databaseUrl, argument }: { databaseUrl: string; argument: string },
  work: (database: Database, user: User) => Promise<void>,
): Promise<void> {
  return withDatabase(databaseUrl, async (database) => {
    const email = accountEmail(argument)
    const user = await findUserByEmail(database, email)
    if (!user) throw new CommandError(`There is no user with the email '${argument}'.`)
    await work(database, { id: user.id, email })
  })
}
