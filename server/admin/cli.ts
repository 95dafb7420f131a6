import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { loadEnvFile, readSetting } from '../settings/settings'
import { describeRelease, releaseIn } from '../site/release'
import { StorageUnavailable } from '../store/database'
import { backup } from './backup'
import { type Command, CommandError } from './command'
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

const FRONT_END = fileURLToPath(new URL('../../out', import.meta.url))

async function run(args: string[]): Promise<void> {
  if (args[0] === '--version') return console.log(describeRelease(releaseIn(FRONT_END)))
  if (args[0] === '--help' || args[0] === 'help') return console.log(usage())
  const { command, ...call } = parse(args)
  loadEnvFile()
  await command.run({ databaseUrl: readSetting('DATABASE_URL', process.env), ...call })
}

function parse(args: string[]) {
  const { values, positionals } = parsed(args)
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

function parsed(args: string[]) {
  const options = { yes: { type: 'boolean' }, all: { type: 'boolean' } } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch {
    throw new CommandError(usage())
  }
}

function usage(only?: string): string {
  const commands = Object.entries(COMMANDS).filter(([name]) => only === undefined || name === only)
  const lines = commands.map(([name, { arguments: names, allowsAll, confirms, summary }]) => {
    const call = [name, ...names, allowsAll && '| --all', confirms && '[--yes]'].filter(Boolean).join(' ')
    return `  ${call.padEnd(27)}${summary}`
  })
  const program = process.env.npm_lifecycle_event === 'admin' ? 'npm run admin --' : 'node notas admin'
  return [`Usage: ${program} COMMAND`, '', ...lines].join('\n')
}

process.umask(0o077)
run(process.argv.slice(2)).catch((cause: unknown) => {
  process.exitCode = 1
  if (cause instanceof CommandError || cause instanceof SettingError) console.error(cause.message)
  else if (cause instanceof StorageUnavailable)
    console.error(`The database cannot be used now: ${cause.message}.`)
  else console.error(cause)
})
