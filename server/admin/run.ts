import { Command } from 'commander'
import { CommandError } from '../command-line'
import { runCommand } from '../run-command'
import { loadEnvFile } from '../settings/settings'
import { StorageUnavailable } from '../store/database'
import { backup } from './backup'
import { createUser } from './create-user'
import { deleteUser } from './delete-user'
import { endSessions } from './end-sessions'
import { exportNotes } from './export-notes'
import { importNotes } from './import-notes'
import { resetLink } from './reset-link'
import { resetPassword } from './reset-password'
import { restoreNote } from './restore-note'
import { trash } from './trash'
import { unlink } from './unlink'
import { users } from './users'
import { verifyBackup } from './verify-backup'

const COMMANDS = [
  users,
  createUser,
  resetPassword,
  resetLink,
  endSessions,
  unlink,
  deleteUser,
  trash,
  restoreNote,
  exportNotes,
  importNotes,
  backup,
  verifyBackup,
]

export async function run(words: string[]): Promise<void> {
  process.umask(0o077)
  const name = process.env.npm_lifecycle_event === 'admin' ? 'npm run admin --' : 'node notas admin'
  const admin = new Command(name).hook('preAction', loadEnvFile)
  for (const command of COMMANDS) admin.addCommand(command)
  try {
    await runCommand(admin, words)
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause
    throw new CommandError(`The database cannot be used now: ${cause.message}.`)
  }
}
