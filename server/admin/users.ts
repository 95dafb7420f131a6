import { Command } from 'commander'
import { listUsers } from '../store/users'
import { withDatabase } from './database'
import { printable } from './terminal'

const HEADINGS = ['Email', 'User name', 'Created', 'Notes', 'Sessions', 'Last use']

export const users = new Command('users').description('lists the users').action(() =>
  withDatabase(async (database) => {
    const rows = [HEADINGS, ...(await listUsers(database, Date.now())).map(rowOf)]
    const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]))))
    const lineOf = (row: string[]) => row.map((cell, column) => pad(cell, widths[column])).join('  ')
    for (const row of rows) console.log(lineOf(row).trimEnd())
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
  ]
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function widthOf(cell = ''): number {
  return [...cell].length
}

function pad(cell: string, width = 0): string {
  return cell + ' '.repeat(width - widthOf(cell))
}
