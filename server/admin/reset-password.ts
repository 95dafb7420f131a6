import { isPassword } from '@/lib/domain/credentials'
import { createPasswords } from '../auth/passwords'
import { credentials } from '../openapi/schemas'
import { replacePassword } from '../store/users'
import { type Command, CommandError } from './command'
import { promptSecretly } from './terminal'
import { withUser } from './with-user'

export const resetPassword: Command = {
  argument: 'EMAIL',
  summary: 'asks for a new password, and ends all sessions of that user',
  run: (call) =>
    withUser(call, async (database, { id, email }) => {
      const password = (await promptSecretly(`New password of ${email}: `)) ?? ''
      if (!isPassword(password))
        throw new CommandError('A password has at least 6 characters: it was not changed.')
      if (!credentials.shape.password.safeParse(password).success)
        throw new CommandError('That password has characters that cannot be used: it was not changed.')

      const passwords = await createPasswords()
      await replacePassword(database, id, await passwords.hash(password))
      console.log(`${email} has the new password, and all its sessions have ended.`)
    }),
}
