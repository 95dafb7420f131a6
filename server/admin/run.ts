import { CommandError, readCommandLine } from '../command-line'
import { loadEnvFile, readSetting } from '../settings/settings'
import { StorageUnavailable } from '../store/database'
import { backup } from './backup'
import type { Command } from './command'
import { createUser } from './create-user'
import { deleteUser } from './delete-user'
import { endSessions } from './end-sessions'
import { exportNotes } from './export-notes'
import { importNotes } from './import-notes'
import { resetLink } from './reset-link'
import { resetPassword } from './reset-password'
import { restoreNote } from './restore-note'
import { users } from './users'
import { verifyBackup } from './verify-backup'

const COMMANDS: Record<string, Command> = {
  users,
  'create-user': createUser,
  'reset-password': resetPassword,
  'reset-link': resetLink,
  'end-sessions': endSessions,
  'delete-user': deleteUser,
  'restore-note': restoreNote,
  export: exportNotes,
  import: importNotes,
  backup,
  'verify-backup': verifyBackup,
}

const OPTIONS = { yes: { type: 'boolean' }, all: { type: 'boolean' } } as const

export async function run(args: string[]): Promise<void> {
  process.umask(0o077)
  const { command, ...call } = parse(args)
  loadEnvFile()
  try {
    await command.run({ databaseUrl: readSetting('DATABASE_URL', process.env), ...call })
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause
    throw new CommandError(`The database cannot be used now: ${cause.message}.`)
  }
}

function parse(args: string[]) {
  const { values, positionals } = readCommandLine(args, OPTIONS, usage())
  const [name = '', argument = '', second = ''] = positionals
  const { all: isAll = false, yes: isConfirmed = false } = values
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new CommandError(usage())
  const { arguments: names, allowsAll = false, confirms = false } = command
  const missing = 1 + (isAll ? 0 : names.length) - positionals.length
  const needed = [names.join(' and '), ...(allowsAll ? ['--all'] : [])].join(' or ')
  if (missing > 0) throw new CommandError(`${name} needs ${needed}.\n${usage(name)}`)
  const isUnknown = missing < 0 || (isAll && !allowsAll) || (isConfirmed && !confirms)
  if (isUnknown) throw new CommandError(usage(name))
  return { command, argument, second, isConfirmed }
}

export function usage(only?: string): string {
  const commands = Object.entries(COMMANDS).filter(([name]) => only === undefined || name === only)
  const lines = commands.map(([name, { arguments: names, allowsAll, confirms, summary }]) => {
    const call = [name, ...names, allowsAll && '| --all', confirms && '[--yes]'].filter(Boolean).join(' ')
    return `  ${call.padEnd(27)}${summary}`
  })
  const program = process.env.npm_lifecycle_event === 'admin' ? 'npm run admin --' : 'node notas admin'
  return [`Usage: ${program} COMMAND`, '', ...lines].join('\n')
}
