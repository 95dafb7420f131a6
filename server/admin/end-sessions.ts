import { endSessionsOfUser } from '../store/sessions'
import type { Command } from './command'
import { withUser } from './with-user'

export const endSessions: Command = {
  argument: 'EMAIL',
  summary: 'ends all sessions of that user',
  run: (call) =>
    withUser(call, async (database, { id, email }) => {
      await endSessionsOfUser(database, id)
      console.log(`All sessions of ${email} have ended.`)
    }),
}
