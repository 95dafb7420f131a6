import { type Command, CommanderError } from 'commander'
import { CommandError } from './command-line'

/** Runs a command with the words after its name. What is wrong with them becomes one sentence of a `CommandError`. */
export async function runCommand(command: Command, words: string[]): Promise<void> {
  command.exitOverride().configureOutput({ outputError: () => {} })
  for (const one of command.commands) one.copyInheritedSettings(command)
  try {
    await command.parseAsync(words, { from: 'user' })
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause
    const { code, exitCode, message } = cause
    if (code === 'commander.help') process.exitCode = exitCode
    else if (exitCode > 0) throw new CommandError(sentenceOf(message))
  }
}

/** Leaves out the value of an unknown option, which may be a password. */
function sentenceOf(message: string): string {
  return message.replace(/^error: /, '').replace(/^(unknown option '[^'=]*)=.*'/s, "$1'")
}
