import { resolve } from 'node:path'
import { reasonOf } from '@/lib/domain/deployment.mjs'
import { CommandError } from '../command-line'
import { readSetting } from '../settings/settings'
import type { Database } from '../store/database'
import { openExistingDatabase } from '../store/open'
import { accountEmail, findUserByEmail } from '../store/users'
import { printable } from './terminal'

export function failed(what: string, cause: unknown): CommandError {
  return new CommandError(`${what}: ${printable(reasonOf(cause))}.`, { cause })
}

/** Path from the folder of the operator: npm runs commands in the project's, and INIT_CWD is where the operator is. */
export function operatorPath(file: string): string {
  return resolve(process.env.INIT_CWD ?? '', file)
}

export function databaseUrl(): string {
  return readSetting('DATABASE_URL', process.env)
}

export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openExistingDatabase(databaseUrl())
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

export function withUser(
  typed: string,
  work: (database: Database, user: { id: string; email: string }) => Promise<void>,
): Promise<void> {
  return withDatabase(async (database) => {
    const email = accountEmail(typed)
    const user = await findUserByEmail(database, email)
    if (!user) throw new CommandError(`There is no user with the email '${typed}'.`)
    await work(database, { id: user.id, email })
  })
}
