import { CommandError } from '../command-line'
import { countNotes } from '../store/notes'
import * as store from '../store/users'
import { type Command, withUser } from './command'
import { isTerminal, prompt } from './terminal'

export const deleteUser: Command = {
  arguments: ['EMAIL'],
  confirms: true,
  summary: 'deletes that user and all notes, once the email is typed again',
  run: (call) =>
    withUser(call, async (database, { id, email }) => {
      const notes = await countNotes(database, id)
      const description = `${email} with ${notes} ${notes === 1 ? 'note' : 'notes'}`
      if (!call.isConfirmed) await confirm(description, email)
      await store.deleteUser(database, id)
      console.log(`Deleted ${description}.`)
    }),
}

async function confirm(description: string, email: string): Promise<void> {
  if (!isTerminal()) throw new CommandError(`This deletes ${description}: say so with --yes.`)
  const reply = await prompt(`This deletes ${description}. Type the email again to go on: `)
  if (store.accountEmail(reply ?? '') !== email) throw new CommandError('Nothing was deleted.')
}
