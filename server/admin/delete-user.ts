import { accountEmail } from '../auth/account-email'
import { countNotes } from '../store/notes'
import * as store from '../store/users'
import { type Command, Refusal } from './command'
import { ask, isTerminal } from './terminal'
import { withUser } from './with-user'

export const deleteUser: Command = {
  argument: 'EMAIL',
  asks: true,
  summary: 'deletes that user and all notes, once the email is typed again',
  run: (call) =>
    withUser(call, async (database, { id, email }) => {
      const notes = await countNotes(database, id)
      const whole = `${email} with ${notes} ${notes === 1 ? 'note' : 'notes'}`
      if (!call.isSure && !isTerminal()) throw new Refusal(`This deletes ${whole}: say so with --yes.`)
      if (!call.isSure && !(await isConfirmed(whole, email))) throw new Refusal('Nothing was deleted.')

      await store.deleteUser(database, id)
      console.log(`Deleted ${whole}.`)
    }),
}

async function isConfirmed(whole: string, email: string): Promise<boolean> {
  const answer = await ask(`This deletes ${whole}. Type the email again to go on: `)
  return accountEmail(answer ?? '') === email
}
