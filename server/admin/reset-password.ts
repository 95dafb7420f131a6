import { Command } from 'commander'
import { createPasswords } from '../auth/passwords'
import { passwordProblem } from '../auth/policies'
import { CommandError } from '../command-line'
import { credentials } from '../openapi/schemas'
import { readSetting } from '../settings/settings'
import { changePassword } from '../store/users'
import { withUser } from './database'
import { warnOfPasswordsOff } from './reset-link'
import { prompt } from './terminal'

const REFUSED = {
  basic: 'A password has at least 6 characters: it was not changed.',
  strong:
    'A password has at least 8 characters, and is neither one of the commonest nor the email: it was not changed.',
}

export const resetPassword = new Command('reset-password')
  .argument('<EMAIL>')
  .description('asks for a new password, and ends all sessions of that user')
  .action((typed: string) =>
    withUser(typed, async (database, { id, email }) => {
      const policy = readSetting('PASSWORD_POLICY', process.env)
      const password = (await prompt(`New password of ${email}: `, { isSecret: true })) ?? ''
      if (passwordProblem(policy, password, email)) throw new CommandError(REFUSED[policy])
      if (!credentials.shape.password.safeParse(password).success)
        throw new CommandError('That password has characters that cannot be used: it was not changed.')

      const passwords = createPasswords()
      await changePassword(database, id, await passwords.hash(password))
      console.log(`${email} has the new password, and all its sessions have ended.`)
      warnOfPasswordsOff('password')
    }),
  )
