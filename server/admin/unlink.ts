import { Command } from 'commander'
import { CommandError } from '../command-line'
import { unlinkIdentities } from '../store/identities'
import { withUser } from './database'

export const unlink = new Command('unlink')
  .argument('<EMAIL>')
  .description("removes the provider's login from that user, ends all sessions, and lets another one join")
  .action((typed: string) =>
    withUser(typed, async (database, { id, email }) => {
      if ((await unlinkIdentities(database, id)) === 0)
        throw new CommandError(`${email} logs in with no provider.`)
      console.log(`${email} is free for another login of the provider, and all its sessions have ended.`)
    }),
  )
