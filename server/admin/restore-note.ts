import { Command } from 'commander'
import { CommandError } from '../command-line'
import { restoreNote as restore } from '../store/trash'
import { withUser } from './database'

export const restoreNote = new Command('restore-note')
  .arguments('<EMAIL> <ID>')
  .description("restores a note from the user's trash")
  .action((typed: string, noteId: string) =>
    withUser(typed, async (database, { id: userId, email }) => {
      const restored = await restore(database, { userId, since: 0 }, noteId, Date.now())
      if (!restored) throw new CommandError(`There is no note '${noteId}' in the trash of ${email}.`)
      console.log(`${email} has the note ${noteId} again.`)
    }),
  )
