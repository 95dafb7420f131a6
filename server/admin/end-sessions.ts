import type { Database } from '../store/database'
import * as store from '../store/sessions'
import { type Command, withDatabase, withUser } from './command'

export const endSessions: Command = {
  arguments: ['EMAIL'],
  allowsAll: true,
  summary: 'ends all sessions of that user, or of everybody',
  run: (call) => (call.argument ? withUser(call, end) : withDatabase(call.databaseUrl, end)),
}

async function end(database: Database, user?: { id: string; email: string }): Promise<void> {
  await store.endSessions(database, user?.id)
  console.log(`All sessions ${user ? `of ${user.email} ` : ''}have ended.`)
}
