import { endAllSessions, endSessionsOfUser } from '../store/sessions'
import { type Command, withDatabase, withUser } from './command'

export const endSessions: Command = {
  argument: 'EMAIL | --all',
  summary: 'ends all sessions of that user, or of everybody',
  run: (call) => (call.argument === '' ? endAll(call.databaseUrl) : endOfUser(call)),
}

function endAll(databaseUrl: string): Promise<void> {
  return withDatabase(databaseUrl, async (database) => {
    await endAllSessions(database)
    console.log('All sessions have ended.')
  })
}

function endOfUser(call: Parameters<typeof withUser>[0]): Promise<void> {
  return withUser(call, async (database, { id, email }) => {
    await endSessionsOfUser(database, id)
    console.log(`All sessions of ${email} have ended.`)
  })
}
