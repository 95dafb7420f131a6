import { Command } from 'commander'
import { CommandError } from '../command-line'
import { countNotes } from '../store/notes'
import * as store from '../store/users'
import { withUser } from './database'
import { isTerminal, prompt } from './terminal'

export const deleteUser = new Command('delete-user')
  .argument('<EMAIL>')
  .option('--yes', 'does not ask')
  .description('deletes that user and all notes, once the email is typed again')
  .action((typed: string, { yes: isConfirmed }: { yes?: boolean }) =>
    withUser(typed, async (database, { id, email }) => {
      const notes = await countNotes(database, id)
      const description = `${email} with ${notes} ${notes === 1 ? 'note' : 'notes'}`
      if (!isConfirmed) await confirm(description, email)
      await store.deleteUser(database, id)
      console.log(`Deleted ${description}.`)
    }),
  )

async function confirm(description: string, email: string): Promise<void> {
  if (!isTerminal()) throw new CommandError(`This deletes ${description}: say so with --yes.`)
  const reply = await prompt(`This deletes ${description}. Type the email again to go on: `)
  if (store.accountEmail(reply ?? '') !== email) throw new CommandError('Nothing was deleted.')
}
