import { Command } from 'commander'
import { listUsers } from '../store/users'
import { withDatabase } from './database'
import { dateOf, printTable } from './table'
import { printable } from './terminal'

const HEADINGS = ['Email', 'User name', 'Created', 'Notes', 'Sessions', 'Last use', 'Id']

export const users = new Command('users').description('lists the users').action(() =>
  withDatabase(async (database) => {
    printTable([HEADINGS, ...(await listUsers(database, Date.now())).map(rowOf)])
  }),
)

function rowOf(user: Awaited<ReturnType<typeof listUsers>>[number]): string[] {
  return [
    user.email,
    printable(user.userName),
    dateOf(user.createdAt),
    String(user.notes),
    String(user.sessions),
    user.lastUsedAt === undefined ? '-' : dateOf(user.lastUsedAt),
    user.id,
  ]
}
