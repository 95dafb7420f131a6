import { Command } from 'commander'
import { CommandError } from '../command-line'
import type { Database } from '../store/database'
import * as store from '../store/sessions'
import { withDatabase, withUser } from './database'

export const endSessions = new Command('end-sessions')
  .argument('[EMAIL]')
  .option('--all', 'those of everybody')
  .description('ends all sessions of that user, or of everybody')
  .action((typed: string | undefined, { all: isAll = false }: { all?: boolean }) => {
    if (isAll === (typed !== undefined)) throw new CommandError('end-sessions needs either EMAIL or --all.')
    return typed === undefined ? withDatabase(end) : withUser(typed, end)
  })

async function end(database: Database, user?: { id: string; email: string }): Promise<void> {
  await store.endSessions(database, user?.id)
  console.log(`All sessions ${user ? `of ${user.email} ` : ''}have ended.`)
}
