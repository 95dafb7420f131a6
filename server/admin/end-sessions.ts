import * as store from '../store/sessions'
import { type Command, withDatabase, withUser } from './command'

export const endSessions: Command = {
  arguments: ['EMAIL'],
  allowsAll: true,
  summary: 'ends all sessions of that user, or of everybody',
  run: (call) => {
    if (call.argument)
      return withUser(call, async (database, { id, email }) => {
        await store.endSessions(database, id)
        console.log(`All sessions of ${email} have ended.`)
      })
    return withDatabase(call.databaseUrl, async (database) => {
      await store.endSessions(database)
      console.log('All sessions have ended.')
    })
  },
}
