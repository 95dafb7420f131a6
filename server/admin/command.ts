import { resolve } from 'node:path'
import { CommandError, reasonOf } from '../command-line'
import type { Database } from '../store/database'
import { openExistingDatabase } from '../store/open'
import { accountEmail, findUserByEmail } from '../store/users'

export type Command = {
  arguments: string[]
  allowsAll?: boolean
  /** Whether the command asks for confirmation, which --yes gives in advance. */
  confirms?: boolean
  summary: string
  run: (call: Call) => Promise<void>
}

/** `argument` is empty for a command without one, and for --all; `second` is a file or an id. */
type Call = { databaseUrl: string; argument: string; second: string; isConfirmed: boolean }

export function failed(what: string, cause: unknown): CommandError {
  return new CommandError(`${what}: ${reasonOf(cause)}.`, { cause })
}

/** Path from the folder of the operator: npm runs commands in the project's, and INIT_CWD is where the operator is. */
export function operatorPath(file: string): string {
  return resolve(process.env.INIT_CWD ?? '', file)
}

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
  { databaseUrl, argument }: Call,
  work: (database: Database, user: { id: string; email: string }) => Promise<void>,
): Promise<void> {
  return withDatabase(databaseUrl, async (database) => {
    const email = accountEmail(argument)
    const user = await findUserByEmail(database, email)
    if (!user) throw new CommandError(`There is no user with the email '${argument}'.`)
    await work(database, { id: user.id, email })
  })
}
