import { CommandError } from '../command-line'
import { restoreNote as restore } from '../store/trash'
import { type Command, withUser } from './command'

export const restoreNote: Command = {
  arguments: ['EMAIL', 'ID'],
  summary: "restores a note from the user's trash",
  run: (call) =>
    withUser(call, async (database, { id: userId, email }) => {
      const restored = await restore(database, { userId, since: 0 }, call.second, Date.now())
      if (!restored) throw new CommandError(`There is no note '${call.second}' in the trash of ${email}.`)
      console.log(`${email} has the note ${call.second} again.`)
    }),
}
